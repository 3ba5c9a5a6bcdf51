import { lookup } from "node:dns/promises"
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http"
import { request as httpsRequest } from "node:https"
import { BlockList, isIP, isIPv4 } from "node:net"
import { t } from "#contract/t.ts"

export interface Address {
  address: string
  family: number
}

/** Determines which addresses a request to a user-supplied URL may reach; tests replace it. */
export interface RemoteFetcher {
  resolve(host: string): Promise<Address[]>
  isPublic(address: string): boolean
  /** Replaces the default port of the scheme. */
  port?(url: URL): number
  /** Uses plain HTTP for every server, because those of tests have no certificate. */
  withoutTls?: boolean
}

const resolve = (host: string) => lookup(host, { all: true })
export const publicInternet: RemoteFetcher = { resolve, isPublic }
/** Also allows this machine and its network (`OUTGOING_LOCAL`). */
export const anyNetwork: RemoteFetcher = { resolve, isPublic: () => true }

/** Returns whether an address names this machine or its network, without resolving the name. */
export function isInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "")
  if (isIP(host)) return !isPublic(host)
  return !host.includes(".") || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host)
}

/** Thrown before anything is sent: the name has no address, or one that is not on the public internet. */
export class NotPublic extends Error {
  override message = t`The address is not on the public internet.`
}

interface Sending {
  method: "GET" | "POST"
  headers: OutgoingHttpHeaders
  body?: string | Buffer
  fetcher: RemoteFetcher
  /** Aborts the request and its response. */
  signal: AbortSignal
}

/**
 * Sends a request to a user-supplied URL, restricted to what a stranger on the internet can reach: to public addresses
 * only, resolved once and connected to by that IP address, without following redirects. Throws NotPublic, or the error
 * of the connection. The caller reads the response or destroys it.
 */
export async function sendPublic(url: URL, { method, headers, body, fetcher, signal }: Sending) {
  const pinned = await resolveOnce(url, fetcher, signal)
  const port = fetcher.port?.(url)
  return new Promise<IncomingMessage>((answered, failed) => {
    const isTls = url.protocol === "https:" && !fetcher.withoutTls
    const request = (isTls ? httpsRequest : httpRequest)(url, {
      ...(port === undefined ? {} : { port }),
      ...(fetcher.withoutTls && { protocol: "http:" }),
      method,
      agent: false,
      headers: { "accept-encoding": "identity", "user-agent": "Vitrine", ...headers },
      // It connects to the address that was checked, whatever the name resolves to by now.
      lookup: (_, options, done) => (options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)),
      signal,
    })
    request.once("response", answered)
    request.on("error", failed)
    request.end(body)
  })
}

export interface PostAnswer {
  status: number
  /** The beginning of the response. */
  text: string
}

/**
 * Posts `body` and reads at most `maxAnswer` bytes of the response, without waiting for the rest. Throws as
 * `sendPublic` does, and a TimeoutError when this takes longer than `timeout` milliseconds.
 */
export async function postPublic(
  url: URL,
  {
    headers,
    body,
    fetcher,
    timeout,
    maxAnswer,
  }: Pick<Sending, "headers" | "body" | "fetcher"> & { timeout: number; maxAnswer: number },
): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeout)
  const answer = await sendPublic(url, { method: "POST", headers, body, fetcher, signal }).catch((error) => {
    throw signal.aborted ? signal.reason : error
  })
  try {
    return { status: answer.statusCode!, text: await beginningOf(answer, maxAnswer, signal) }
  } finally {
    answer.destroy()
  }
}

async function beginningOf(answer: IncomingMessage, most: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= most) break
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
  return Buffer.concat(chunks).subarray(0, most).toString("utf8")
}

async function resolveOnce(url: URL, { resolve, isPublic }: RemoteFetcher, signal: AbortSignal): Promise<Address> {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const family = isIP(host)
  const found = family
    ? [{ address: host, family }]
    : await Promise.race([resolve(host).catch(() => []), ended(signal)])
  // One private address among public ones is refused too: whoever controls the name may choose which one we get.
  if (found.length === 0 || !found.every(({ address }) => isPublic(address))) throw new NotPublic()
  return found[0]!
}

/** Rejects on abort, because a resolver may take longer than the caller wants to wait. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, failed) => signal.addEventListener("abort", () => failed(signal.reason), { once: true }))
}

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
 * Returns whether an address is globally routable according to the special-purpose registries of RFC 6890; IPv6 only
 * from 2000::/3, without tunnels to IPv4.
 */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4")
  return isIP(address) === 6 && global.check(address, "ipv6") && !special.check(address, "ipv6")
}
