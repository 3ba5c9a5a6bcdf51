#!/bin/sh
# Copies the primary if there is nothing yet, and follows it. After a failover, empty the volume of the old primary and
# let it follow the new one in the same way.
set -eu
secrets=${SECRETS:-/run/secrets}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD=$(cat "$secrets/replica-password") \
    pg_basebackup -h "$PRIMARY" -p "${PRIMARY_PORT:-5432}" -U replica -D "$PGDATA" -R -X stream -c fast
  chmod 700 "$PGDATA"
fi
exec postgres "$@"
