#!/bin/sh
# Run once by the image of PostgreSQL, in a new database: the shop's role, which is no superuser, and the standby's.
set -eu
secrets=${SECRETS:-/run/secrets}
psql --no-psqlrc -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres \
  -v shop="$(cat "$secrets/shop-password")" -v replica="$(cat "$secrets/replica-password")" <<'SQL'
create role shop login password :'shop';
create role replica login replication password :'replica';
create database shop owner shop;
SQL
echo "host replication replica all scram-sha-256" >>"$PGDATA/pg_hba.conf"
