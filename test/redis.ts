import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findProgram, freePort, keep, type Service } from "./serviceProcess.ts"

const program = findProgram("redis-server") ?? findProgram("valkey-server")

export const hasRedis = program !== null

/** A private, temporary Redis (or Valkey) on loopback, or null if neither is installed. */
export async function startRedis(): Promise<Service | null> {
  if (!program) return null
  const dir = mkdtempSync(join(tmpdir(), "vitrine-redis-"))
  const port = await freePort()
  const stop = await keep(REDIS, { DIR: dir, PROGRAM: program, PORT: String(port) })
  return { url: `redis://127.0.0.1:${port}`, stop }
}

const REDIS = `
finish() { kill -9 "$pid" 2>/dev/null; rm -rf "$DIR"; }
trap finish EXIT
"$PROGRAM" --bind 127.0.0.1 --port "$PORT" --dir "$DIR" --save "" --appendonly no --daemonize no >"$DIR/log" 2>&1 </dev/null &
pid=$!
tries=0
until grep -q "Ready to accept connections" "$DIR/log"; do
  tries=$((tries + 1))
  if [ "$tries" -gt 200 ] || ! kill -0 "$pid" 2>/dev/null; then cat "$DIR/log" >&2; exit 1; fi
  sleep 0.05
done
echo ready
read -r _
`
