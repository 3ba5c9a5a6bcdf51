import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** `up` is from the client to the server. */
export type Way = "up" | "down"

/** Simulates a bad network on loopback between one client and the server. */
export interface FaultProxy {
  /** The address for the client, with `http:`. */
  readonly url: string
  /** The number of open connections. */
  readonly count: number
  /** Resets every connection, but accepts new ones. */
  drop(): void
  /** Delays everything in both directions, without changing its order. */
  delay(milliseconds: number): void
  /**
   * Drops everything in this direction, including the end, on the connections that are open now. The other direction
   * and new connections work. A router that has lost its state for a connection behaves like this.
   */
  halfOpen(way: Way): void
  /**
   * Delivers the client's next request or frame twice. A request is repeated on another connection, as by a proxy that
   * retries, and one response is discarded. TCP itself never repeats a byte, so only whole requests and frames are
   * repeated.
   */
  duplicate(): void
  /** Delivers what was held back, and ends every delay and duplication. */
  mend(): void
  close(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket
}

/** Connects to the address that `target` returns at the time of a connection. */
export async function faultProxy(target: () => string): Promise<FaultProxy> {
  const pairs = new Set<Pair>()
  let slow = 0
  let doubled = 0
  const server = createServer({ noDelay: true }, open).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return pairs.size
    },
    drop,
    delay: (milliseconds) => {
      slow = milliseconds
    },
    halfOpen: (way) => {
      for (const { near, far } of pairs) (way === "up" ? near : far).pause()
    },
    duplicate: () => {
      doubled++
    },
    mend: () => {
      slow = 0
      doubled = 0
      for (const { near, far } of pairs) for (const one of [near, far]) one.resume()
    },
    close: async () => {
      drop()
      server.close()
      await once(server, "close")
    },
  }

  function drop(): void {
    for (const { near, far } of pairs) for (const one of [near, far]) one.resetAndDestroy()
  }

  function open(near: Socket): void {
    const far = dial()
    const pair = { near, far }
    pairs.add(pair)
    const say = carry(near, far, () => slow)
    near.on(
      "data",
      split((whole, isRequest) => {
        say(whole)
        const mayDouble = isRequest || (whole[0]! & 0x08) === 0
        if (doubled === 0 || !mayDouble) return
        doubled--
        if (isRequest) repeat(whole)
        else say(whole)
      }),
    )
    far.on(
      "data",
      carry(far, near, () => slow),
    )
    near.on("close", () => pairs.delete(pair))
  }

  function dial(): Socket {
    const { port, hostname } = new URL(target())
    return connect({ port: Number(port), host: hostname, noDelay: true })
  }

  function repeat(request: Buffer): void {
    const again = dial()
    again.on("error", () => {})
    again.write(request)
    again.setTimeout(2000, () => again.destroy())
    // The second response is discarded.
    again.once("data", () => again.destroy())
  }
}

/** Forwards the bytes it is given, and then the end of `from`. */
function carry(from: Socket, to: Socket, slow: () => number): (bytes: Buffer) => void {
  const waiting: { at: number; act(): void }[] = []
  from.on("error", () => to.resetAndDestroy())
  from.on("end", () => later(() => to.end()))
  from.on("close", () => later(() => to.destroySoon()))
  return (bytes) => later(() => void to.write(bytes))

  function later(act: () => void): void {
    waiting.push({ at: performance.now() + slow(), act })
    if (waiting.length === 1) go()
  }

  function go(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const left = next.at - performance.now()
      if (left > 0) return void setTimeout(go, left)
      next.act()
      waiting.shift()
    }
  }
}

/** Splits a client's bytes into requests, and after an upgrade into frames. */
function split(heard: (whole: Buffer, isRequest: boolean) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isSocket = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const length = isSocket ? lengthOfFrame(rest) : lengthOfRequest(rest)
      if (length === null || rest.length < length) return
      const whole = rest.subarray(0, length)
      rest = rest.subarray(length)
      const isRequest = !isSocket
      if (isRequest) isSocket = /^upgrade: *websocket\r$/im.test(whole.toString("latin1"))
      heard(whole, isRequest && !isSocket)
    }
  }
}

function lengthOfRequest(bytes: Buffer): number | null {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return null
  const head = bytes.toString("latin1", 0, end + 2)
  if (/^transfer-encoding: *chunked\r$/im.test(head)) {
    const last = bytes.indexOf("\r\n0\r\n\r\n", end + 2)
    return last < 0 ? null : last + 7
  }
  return end + 4 + Number(/^content-length: *(\d+)\r$/im.exec(head)?.[1] ?? 0)
}

/** Returns the length of a client's frame, including the mask of four bytes. */
function lengthOfFrame(bytes: Buffer): number | null {
  if (bytes.length < 2) return null
  const short = bytes[1]! & 0x7f
  if (short < 126) return 6 + short
  if (short === 126) return bytes.length < 4 ? null : 8 + bytes.readUInt16BE(2)
  return bytes.length < 10 ? null : 14 + Number(bytes.readBigUInt64BE(2))
}
