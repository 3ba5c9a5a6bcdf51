import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import pg from "pg"
import { findProgram, freePort, keep, type Service, versionsIn } from "./serviceProcess.ts"

interface Installed {
  BIN: string
  /** The system user to run it as; empty for the current one. */
  AS: string
}

/** Null if PostgreSQL is not installed, or cannot be run by this user. */
function findPostgres(): Installed | null {
  const initdb = findProgram(
    "initdb",
    versionsIn("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin`),
  )
  if (!initdb) return null
  const asRoot = process.getuid?.() === 0
  if (asRoot && !userExists("postgres")) return null // PostgreSQL refuses to run as root
  return { BIN: dirname(realpathSync(initdb)), AS: asRoot ? "postgres" : "" }
}

/** A private, temporary PostgreSQL on loopback, or null if PostgreSQL is not installed. */
export async function startPostgres({ maxConnections = 200 } = {}): Promise<Service | null> {
  const installed = findPostgres()
  if (!installed) return null
  const dir = mkdtempSync(join(tmpdir(), "vitrine-postgres-"))
  const port = await freePort()
  const stop = await keep(CLUSTER, {
    ...installed,
    DIR: dir,
    PORT: String(port),
    MOST: String(maxConnections),
  })
  return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop }
}

export interface Pair {
  /** Of both, for DATABASE_URL. */
  url: string
  primaryUrl: string
  standbyUrl: string
  /** Sends a signal to the primary and all its processes. */
  signalPrimary(signal: "SIGKILL" | "SIGSTOP"): void
  promote(): Promise<void>
  stop(): Promise<void>
}

/** A private primary, and a standby that has every commit before the primary acknowledges it. */
export async function startPair(): Promise<Pair | null> {
  const installed = findPostgres()
  if (!installed) return null
  const dir = mkdtempSync(join(tmpdir(), "vitrine-pair-"))
  const [port, other] = [await freePort(), await freePort()]
  const stop = await keep(PAIR, { ...installed, DIR: dir, PORT: String(port), OTHER: String(other), MOST: "100" })
  const at = (hosts: string) => `postgresql://postgres@${hosts}/postgres`
  const [primary, standby] = [`127.0.0.1:${port}`, `127.0.0.1:${other}`]
  return {
    url: `${at(`${primary},${standby}`)}?target_session_attrs=read-write`,
    primaryUrl: at(primary),
    standbyUrl: at(standby),
    signalPrimary: (signal) => {
      const pid = readFileSync(join(dir, "db/postmaster.pid"), "utf8").split("\n", 1)[0]!
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
      for (const one of [pid, ...children]) process.kill(Number(one), signal)
    },
    promote: async () => void (await query(at(standby), "select pg_promote()")),
    stop,
  }
}

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Creates a database in that cluster, copied from `template` if given; returns its address. */
export async function createDatabase(url: string, template?: string): Promise<string> {
  const name = `t_${randomBytes(8).toString("hex")}`
  await query(url, `CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"` : ""}`)
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

const PREPARE = `
as() { if [ -n "$AS" ]; then runuser -u "$AS" -- "$@"; else "$@"; fi; }
[ -z "$AS" ] || chown "$AS" "$DIR"
finish() { for db in "$DIR"/*/; do as "$BIN/pg_ctl" stop -D "$db" -m immediate -s >/dev/null 2>&1; done; rm -rf "$DIR"; }
trap finish EXIT
as "$BIN/initdb" -D "$DIR/db" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$DIR/log" 2>&1 || { cat "$DIR/log" >&2; exit 1; }
start() {
  as "$BIN/pg_ctl" start -D "$DIR/$1" -l "$DIR/$1/log" -w -s -t 60 -o "-c listen_addresses=127.0.0.1 -c port=$2 \
    -c unix_socket_directories='' -c fsync=off -c full_page_writes=off -c max_connections=$MOST -c timezone=UTC $3" >&2 || { cat "$DIR/$1/log" >&2; exit 1; }
}
`

const CLUSTER = `${PREPARE}
start db "$PORT"
echo ready
read -r _
`

const PAIR = `${PREPARE}
start db "$PORT" "-c synchronous_standby_names='*'"
as "$BIN/pg_basebackup" -h 127.0.0.1 -p "$PORT" -U postgres -D "$DIR/standby" -R -c fast --no-sync >&2 || exit 1
start standby "$OTHER"
echo ready
read -r _
`
