import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort, keep, type Service } from "./serviceProcess.ts"

interface Server {
  url: string
  directory: string
}

/** A private, temporary S3-compatible server on loopback. */
export async function startS3(): Promise<Server & Service> {
  const directory = mkdtempSync(join(tmpdir(), "vitrine-s3-"))
  const port = await freePort()
  const program = fileURLToPath(new URL("s3Server.ts", import.meta.url))
  const stop = await keep(SERVER, { NODE: process.execPath, PROGRAM: program, DIR: directory, PORT: String(port) })
  return { directory, url: `http://127.0.0.1:${port}`, stop }
}

/** Creates a bucket; returns the settings of a shop that uses it. */
export function aBucket({ url, directory }: Server): Record<string, string> {
  const name = `t-${randomBytes(8).toString("hex")}`
  mkdirSync(join(directory, name))
  // The only account that S3rver knows.
  const account = { S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" }
  return { S3_ENDPOINT: url, S3_BUCKET: name, ...account }
}

const SERVER = `
finish() { kill -9 "$pid" 2>/dev/null; rm -rf "$DIR"; }
trap finish EXIT
mkfifo "$DIR.in"
"$NODE" "$PROGRAM" "$DIR" "$PORT" >"$DIR.log" 2>&1 <"$DIR.in" &
pid=$!
exec 3>"$DIR.in"
rm "$DIR.in"
tries=0
until grep -q "^ready" "$DIR.log"; do
  tries=$((tries + 1))
  if [ "$tries" -gt 400 ] || ! kill -0 "$pid" 2>/dev/null; then cat "$DIR.log" >&2; exit 1; fi
  sleep 0.05
done
rm "$DIR.log"
echo ready
read -r _
`
