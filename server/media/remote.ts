import { lookup } from "node:dns/promises"
import { createWriteStream } from "node:fs"
import { request as httpRequest, type IncomingMessage } from "node:http"
import { request as httpsRequest } from "node:https"
import { BlockList, isIP, isIPv4 } from "node:net"
import { join } from "node:path"
import { Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { invalid } from "../refusal.ts"
import type { Upload } from "./uploads.ts"

export interface Address {
  address: string
  family: number
}

/** What a fetch may reach; tests replace it. */
export interface RemoteFetcher {
  resolve(host: string): Promise<Address[]>
  isPublic(address: string): boolean
  /** Replaces the default port of the scheme. */
  port?(url: URL): number
}

export const publicInternet: RemoteFetcher = { resolve: (host) => lookup(host, { all: true }), isPublic }
const timeout = 20_000

/**
 * Fetches a user-supplied address as a stranger on the internet would: public addresses only, resolved once and
 * connected to by that IP address, no redirects, only the scheme's default port, and at most `maxBytes`. `into` is a
 * directory.
 */
export async function fetchPublic(
  text: string,
  { into, maxBytes, fetcher }: { into: string; maxBytes: number; fetcher: RemoteFetcher },
): Promise<Upload> {
  const url = addressOf(text)
  const pinned = await resolveOnce(url, fetcher)
  const answer = await ask(url, pinned, fetcher.port?.(url))
  try {
    if (answer.statusCode !== 200) throw refused("This URL didn't return a file.")
    if (answer.headers["content-encoding"]) throw refused("This URL didn't return a plain file.")
    const path = join(into, "fetched")
    let size = 0
    const capped = new Transform({
      transform: (chunk: Buffer, _, done) => {
        size += chunk.length
        done(size > maxBytes ? refused("The file at this URL is too large.") : null, chunk)
      },
    })
    await pipeline(answer, capped, createWriteStream(path), { signal: AbortSignal.timeout(timeout) }).catch((error) => {
      throw "status" in error ? error : refused("We couldn't read the file at this URL.")
    })
    return { field: "file", path, name: url.pathname.split("/").at(-1) || "file", size, tooLarge: false }
  } finally {
    answer.destroy()
  }
}

function addressOf(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refused("Please enter a URL that starts with https:// or http://.")
  }
  if (url.username || url.password) throw refused("URLs that contain a password are not allowed.")
  if (url.port) throw refused("URLs that contain a port are not allowed.")
  return url
}

async function resolveOnce(url: URL, { resolve, isPublic }: RemoteFetcher): Promise<Address> {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await resolve(host).catch(() => [])
  // One private address among public ones is refused too: whoever controls the name may choose which one we get.
  if (found.length === 0 || !found.every(({ address }) => isPublic(address))) {
    throw refused("This URL is not on the public internet.")
  }
  return found[0]!
}

function ask(url: URL, pinned: Address, port: number | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
      ...(port === undefined ? {} : { port }),
      agent: false,
      headers: { "accept-encoding": "identity", accept: "image/*, video/*", "user-agent": "Vitrine" },
      // Connects to the address that was checked, whatever the name resolves to by now.
      lookup: (_, options, done) => (options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)),
      signal: AbortSignal.timeout(timeout),
    })
    request.once("response", resolve)
    request.on("error", () => reject(refused("We couldn't reach this URL.")))
    request.end()
  })
}

const refused = (message: string) => invalid("url", message)

const special = new BlockList()
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  special.addSubnet(network, prefix, "ipv4")
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  special.addSubnet(network, prefix, "ipv6")
const global = new BlockList()
global.addSubnet("2000::", 3, "ipv6")

/**
 * Globally routable according to the special-purpose registries of RFC 6890; IPv6 only from 2000::/3, without tunnels
 * to IPv4.
 */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4")
  return isIP(address) === 6 && global.check(address, "ipv6") && !special.check(address, "ipv6")
}
