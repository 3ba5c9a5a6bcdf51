import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { findProgram, freePort, keep, type Service, signalAll, versionsIn } from "./serviceProcess.ts"

interface Installed {
  BIN: string
  /** The system user that runs it; empty for the current one. */
  AS: string
}

/** Returns null if PostgreSQL is not installed, or if this user cannot run it. */
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

export const hasPostgres = findPostgres() !== null

/** Starts a private, temporary PostgreSQL on loopback. Returns null if PostgreSQL is not installed. */
export async function startPostgres({ maxConnections = 200 } = {}): Promise<Service | null> {
  const installed = findPostgres()
  if (!installed) return null
  const dir = mkdtempSync(join(tmpdir(), "vitrine-postgres-"))
  const port = await freePort()
  const { stop } = await keep(CLUSTER, {
    ...installed,
    DIR: dir,
    PORT: String(port),
    MOST: String(maxConnections),
  })
  return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop }
}

type Role = "primary" | "standby"

/** A primary and its standby. The addresses follow the roles. */
export interface Pair {
  /** The address of both, for DATABASE_URL. */
  url: string
  readonly primaryUrl: string
  readonly standbyUrl: string
  pid(role: Role): number
  /** Sends a signal to one of the servers and all its processes. */
  signal(role: Role, signal: NodeJS.Signals): void
  /** Makes the standby the primary, which waits for no standby until `setSynchronous`. */
  promote(): Promise<void>
  /** Starts a standby that was killed. */
  restartStandby(): Promise<void>
  /** Makes the former primary, which was killed, a standby with a new copy. */
  rebuildStandby(): Promise<void>
  /** Sets whether a commit waits for the standby before it is acknowledged. Waits until a standby has caught up. */
  setSynchronous(isOn: boolean): Promise<void>
  stop(): Promise<void>
}

/** Starts a private primary with a synchronous standby. Returns null if PostgreSQL is not installed. */
export async function startPair(): Promise<Pair | null> {
  const installed = findPostgres()
  if (!installed) return null
  const dir = mkdtempSync(join(tmpdir(), "vitrine-pair-"))
  const ports = { one: await freePort(), two: await freePort() }
  const { one, two } = ports
  const keeper = await keep(PAIR, { ...installed, DIR: dir, ONE: `${one}`, TWO: `${two}`, MOST: "100" })
  const names: Record<Role, keyof typeof ports> = { primary: "one", standby: "two" }
  const at = (hosts: string) => `postgresql://postgres@${hosts}/postgres`
  const pair: Pair = {
    url: `${at(`127.0.0.1:${one},127.0.0.1:${two}`)}?target_session_attrs=read-write`,
    get primaryUrl() {
      return at(`127.0.0.1:${ports[names.primary]}`)
    },
    get standbyUrl() {
      return at(`127.0.0.1:${ports[names.standby]}`)
    },
    pid: (role) => Number(readFileSync(join(dir, names[role], "postmaster.pid"), "utf8").split("\n", 1)[0]),
    signal: (role, signal) => signalAll(pair.pid(role), signal),
    promote: async () => {
      await query(pair.standbyUrl, "select pg_promote()")
      ;[names.primary, names.standby] = [names.standby, names.primary]
    },
    restartStandby: async () => void (await keeper.ask(`start ${names.standby} ${ports[names.standby]}`)),
    rebuildStandby: async () =>
      void (await keeper.ask(`copy ${names.standby} ${ports[names.standby]} ${ports[names.primary]}`)),
    setSynchronous: async (isOn) => {
      await query(pair.primaryUrl, `alter system set synchronous_standby_names = '${isOn ? "*" : ""}'`)
      await query(pair.primaryUrl, "select pg_reload_conf()")
      const synchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
      while (isOn && (await query(pair.primaryUrl, synchronous)).length === 0) await pause(50)
    },
    stop: keeper.stop,
  }
  await pair.setSynchronous(true)
  return pair
}

export interface Archiving extends Service {
  /** Restores the state at that time into another server, from the base backup and the log. Returns its address. */
  recover(time: string): Promise<string>
}

/** Starts a private PostgreSQL that archives its log, with a base backup of its initial state. */
export async function startArchiving(): Promise<Archiving | null> {
  const installed = findPostgres()
  if (!installed) return null
  const dir = mkdtempSync(join(tmpdir(), "vitrine-archiving-"))
  const [port, other] = [await freePort(), await freePort()]
  const { ask, stop } = await keep(ARCHIVING, { ...installed, DIR: dir, ONE: `${port}`, TWO: `${other}`, MOST: "20" })
  const at = (one: number) => `postgresql://postgres@127.0.0.1:${one}/postgres`
  return { url: at(port), stop, recover: async (time) => ask(time).then(() => at(other)) }
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

/** Creates a database in that cluster, as a copy of `template` if there is one. Returns its address. */
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
finish() { for db in "$DIR"/*/; do kill -CONT "$(head -n 1 "$db/postmaster.pid")" 2>/dev/null; as "$BIN/pg_ctl" stop -D "$db" -m immediate -s >/dev/null 2>&1; done; rm -rf "$DIR"; }
trap finish EXIT
as "$BIN/initdb" -D "$DIR/one" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$DIR/log" 2>&1 || { cat "$DIR/log" >&2; exit 1; }
start() {
  as "$BIN/pg_ctl" start -D "$DIR/$1" -l "$DIR/$1/log" -w -s -t 60 -o "-c listen_addresses=127.0.0.1 -c port=$2 \
    -c unix_socket_directories='' -c fsync=off -c full_page_writes=off -c max_connections=$MOST -c timezone=UTC $3" >&2 || { cat "$DIR/$1/log" >&2; exit 1; }
}
`

const CLUSTER = `${PREPARE}
start one "$PORT"
echo ready
read -r _
`

const PAIR = `${PREPARE}
copy() {
  rm -rf "$DIR/$1"
  as "$BIN/pg_basebackup" -h 127.0.0.1 -p "$3" -U postgres -D "$DIR/$1" -R -c fast --no-sync >&2 || exit 1
  start "$1" "$2"
}
start one "$ONE"
copy two "$TWO" "$ONE"
echo ready
while read -r what name port from; do
  "$what" "$name" "$port" "$from"
  echo ready
done
`

// The settings and steps of docs/operations.md, "Point-in-time recovery".
const ARCHIVING = `${PREPARE}
as mkdir "$DIR/archive"
start one "$ONE" "-c archive_mode=on -c archive_command='test ! -f $DIR/archive/%f && cp %p $DIR/archive/%f.part && mv $DIR/archive/%f.part $DIR/archive/%f'"
as "$BIN/pg_basebackup" -h 127.0.0.1 -p "$ONE" -U postgres -D "$DIR/two" -c fast --no-sync >&2 || exit 1
as "$BIN/pg_verifybackup" "$DIR/two" >&2 || exit 1
echo ready
while read -r time; do
  as touch "$DIR/two/recovery.signal"
  start two "$TWO" "-c restore_command='cp $DIR/archive/%f %p' -c recovery_target_time='$time' -c recovery_target_action=promote"
  echo ready
done
`
