import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { findProgram, freePort, keepProgram, type Program } from "./serviceProcess.ts"

const nginx = findProgram("nginx", ["/usr/sbin"])
const openssl = findProgram("openssl")

export const hasProxy = nginx !== null && openssl !== null

export interface Nginx extends Program {
  /** The port of https, on loopback. */
  port: number
  /** The port of http. */
  plainPort: number
  /** The file with its self-signed certificate for localhost and 127.0.0.1. */
  certificate: string
}

/** Starts nginx with deploy/nginx.conf in front of these hosts and ports. Null if nginx or openssl is missing. */
export async function startProxy(nodes: string[], { countries = "", port = 0 } = {}): Promise<Nginx | null> {
  if (!nginx || !openssl) return null
  const [tlsPort, plainPort] = [port || (await freePort()), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), "vitrine-proxy-"))
  chmodSync(folder, 0o755) // nginx's workers run as another user
  mkdirSync(join(folder, "run"))
  const deploy = fileURLToPath(new URL("../deploy/", import.meta.url))
  cpSync(join(deploy, "nginx.conf"), join(folder, "nginx.conf"))
  cpSync(join(deploy, "site"), join(folder, "site"), { recursive: true })
  const site = (name: string) => join(folder, "site", name)
  const change = (name: string, edit: (text: string) => string) =>
    writeFileSync(site(name), edit(readFileSync(site(name), "utf8")))
  change("nodes.conf", (text) => {
    const [line] = /^server .*$/m.exec(text)!
    return nodes.map((node) => `${line.replace(/\d[\d.]+:\d+/, node)}\n`).join("")
  })
  change("server.conf", (text) =>
    text
      .replace("8080", `127.0.0.1:${plainPort}`)
      .replace("8443", `127.0.0.1:${tlsPort}`)
      .replace("/dev/stdout", "requests.log"),
  )
  writeFileSync(site("countries.conf"), countries)
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
  const files = ["-keyout", site("tls.key"), "-out", site("tls.crt")]
  const certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...names, ...files]
  execFileSync(openssl, certificate, { stdio: "ignore" })
  const command = [nginx, "-p", join(folder, "run/"), "-c", join(folder, "nginx.conf"), "-g", "daemon off;"]
  const kept = await keepProgram(folder, tlsPort, command)
  return Object.assign(kept, { port: tlsPort, plainPort, certificate: site("tls.crt") })
}
