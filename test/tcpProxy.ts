import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** A proxy to a service on loopback whose connections can be cut or frozen. */
export interface Wire {
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Lets nothing through and closes nothing, like a network that loses packets; or drops only the answers. */
  freeze(what?: "all" | "answers"): void
  /** The number of open connections. */
  readonly count: number
  /**
   * Freezes one connection in both directions, including its end, like a router that has lost its state. Other
   * connections, and new ones, work.
   */
  lose(index: number): void
  mend(): void
  close(): Promise<void>
}

export async function wireTo(url: string): Promise<Wire> {
  const target = new URL(url)
  const pairs = new Set<[Socket, Socket]>()
  let state: "whole" | "frozen" | "unanswered" | "cut" = "whole"
  const server = createServer((near) => {
    if (state === "cut") return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    join(near, far)
    join(far, near)
    hold(pair)
    near.on("close", () => pairs.delete(pair))
  }).listen(0, "127.0.0.1")
  const hold = ([near, far]: [Socket, Socket]) => {
    if (state === "frozen") near.pause()
    if (state === "frozen" || state === "unanswered") far.pause()
  }
  await once(server, "listening")
  const own = new URL(url)
  own.port = String((server.address() as { port: number }).port)
  return {
    url: own.href,
    cut: () => {
      state = "cut"
      for (const [near] of pairs) near.destroy()
    },
    freeze: (what = "all") => {
      state = what === "all" ? "frozen" : "unanswered"
      for (const pair of pairs) hold(pair)
    },
    get count() {
      return pairs.size
    },
    lose: (index) => {
      for (const one of [...pairs][index]!) one.pause()
    },
    mend: () => {
      state = "whole"
      for (const one of [...pairs].flat()) one.resume()
    },
    close: async () => {
      for (const [near] of pairs) near.destroy()
      server.close()
      await once(server, "close")
    },
  }
}

function join(from: Socket, to: Socket): void {
  from.on("data", (bytes) => void to.write(bytes))
  from.on("error", () => {})
  from.on("close", () => to.destroy())
}
