import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import pg from "pg"
import { findProgram, freePort, keep, type Service, versionsIn } from "./serviceProcess.ts"

/** A private, temporary PostgreSQL on loopback, or null if PostgreSQL is not installed. */
export async function startPostgres({ maxConnections = 200 } = {}): Promise<Service | null> {
  const initdb = findProgram(
    "initdb",
    versionsIn("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin`),
  )
  if (!initdb) return null
  const asRoot = process.getuid?.() === 0
  if (asRoot && !userExists("postgres")) return null // PostgreSQL refuses to run as root
  const dir = mkdtempSync(join(tmpdir(), "vitrine-postgres-"))
  const port = await freePort()
  const stop = await keep(CLUSTER, {
    DIR: dir,
    BIN: dirname(initdb),
    PORT: String(port),
    MOST: String(maxConnections),
    AS: asRoot ? "postgres" : "",
  })
  return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop }
}

/** Creates a database in that cluster, copied from `template` if given; returns its address. */
export async function createDatabase(url: string, template?: string): Promise<string> {
  const name = `t_${randomBytes(8).toString("hex")}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"` : ""}`)
  } finally {
    await client.end()
  }
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

function userExists(name: string): boolean {
  try {
    execFileSync("id", ["-u", name], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const CLUSTER = `
as() { if [ -n "$AS" ]; then runuser -u "$AS" -- "$@"; else "$@"; fi; }
[ -z "$AS" ] || chown "$AS" "$DIR"
finish() { as "$BIN/pg_ctl" stop -D "$DIR/db" -m immediate -s >/dev/null 2>&1; rm -rf "$DIR"; }
trap finish EXIT
as "$BIN/initdb" -D "$DIR/db" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$DIR/log" 2>&1 || { cat "$DIR/log" >&2; exit 1; }
as "$BIN/pg_ctl" start -D "$DIR/db" -l "$DIR/db/log" -w -s -t 60 -o "-c listen_addresses=127.0.0.1 -c port=$PORT \
  -c unix_socket_directories='' -c fsync=off -c full_page_writes=off -c max_connections=$MOST -c timezone=UTC" >&2 || { cat "$DIR/db/log" >&2; exit 1; }
echo ready
read -r _
`
