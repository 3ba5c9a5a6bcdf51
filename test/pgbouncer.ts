import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findProgram, freePort, keep, type Service } from "./serviceProcess.ts"

const program = findProgram("pgbouncer", ["/usr/sbin"])

export const hasPgBouncer = program !== null

/** Starts PgBouncer in front of a database, with the settings of docs/operations.md. */
export async function startPgBouncer(database: string): Promise<Service> {
  const { hostname, port, pathname, username } = new URL(database)
  const dir = mkdtempSync(join(tmpdir(), "vitrine-pgbouncer-"))
  const own = await freePort()
  const { stop } = await keep(PGBOUNCER, {
    PROGRAM: program!,
    DIR: dir,
    AS: process.getuid?.() === 0 ? "postgres" : "",
    PORT: String(own),
    TARGET: `host=${hostname} port=${port} user=${username}`,
  })
  return { url: `postgresql://${username}@127.0.0.1:${own}${pathname}?pgbouncer=true`, stop }
}

const PGBOUNCER = `
finish() { kill "$pid" 2>/dev/null; wait "$pid"; rm -rf "$DIR"; }
trap finish EXIT
cat >"$DIR/pgbouncer.ini" <<END
[databases]
* = $TARGET
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $PORT
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
END
[ -z "$AS" ] || chown -R "$AS" "$DIR"
"$PROGRAM" \${AS:+-u "$AS"} "$DIR/pgbouncer.ini" >"$DIR/log" 2>&1 </dev/null &
pid=$!
tries=0
until grep -q "process up" "$DIR/log"; do
  tries=$((tries + 1))
  if [ "$tries" -gt 200 ] || ! kill -0 "$pid" 2>/dev/null; then cat "$DIR/log" >&2; exit 1; fi
  sleep 0.05
done
echo ready
read -r _
`
