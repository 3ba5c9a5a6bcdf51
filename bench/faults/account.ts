import WebSocket from "ws"
import type { AccountFrame } from "#contract/sockets.ts"
import type { TestPerson } from "#test/shop.ts"
import { pause } from "./servers.ts"

type FrameOf<T extends AccountFrame["type"]> = Extract<AccountFrame, { type: T }>

/** A minimal client of the account's socket that uses the contract and none of the product's code. */
export interface AccountWitness {
  readonly isIn: boolean
  /** The close code after which it does not reconnect. */
  readonly refused: number | null
  /** The last frame of a type, on any connection. */
  last<T extends AccountFrame["type"]>(type: T): FrameOf<T> | undefined
  drop(): void
  close(): void
}

const pingEvery = 500
/** Milliseconds without frames after which a connection counts as dead. */
const silence = 2500

/** Reconnects until it is refused. */
export function openAccount(person: TestPerson, url: () => string): AccountWitness {
  const lastFrames = new Map<string, AccountFrame>()
  let ws: WebSocket | null = null
  let isIn = false
  let refused: number | null = null
  let ended = false
  connect()
  return {
    get isIn() {
      return isIn
    },
    get refused() {
      return refused
    },
    last: <T extends AccountFrame["type"]>(type: T) => lastFrames.get(type) as FrameOf<T> | undefined,
    drop: () => ws?.terminate(),
    close: () => {
      ended = true
      ws?.terminate()
    },
  }

  function connect(): void {
    if (ended) return
    const mine = new WebSocket(`${url().replace("http", "ws")}/api/ws`)
    let heard = performance.now()
    const pings = setInterval(() => {
      if (performance.now() - heard > silence) mine.terminate()
      else if (mine.readyState === WebSocket.OPEN) mine.send('{"type":"ping"}', () => {})
    }, pingEvery)
    ws = mine
    mine.on("error", () => {})
    mine.on("open", () => mine.send(JSON.stringify({ type: "identify", access_token: person.token }), () => {}))
    mine.on("message", (data) => {
      heard = performance.now()
      if (mine !== ws) return
      const frame: AccountFrame = JSON.parse(String(data))
      lastFrames.set(frame.type, frame)
      isIn ||= frame.type === "account" && !frame.signed_out
    })
    mine.on("close", async (code) => {
      clearInterval(pings)
      isIn = false
      if (code === 1000 || code === 4401 || code === 4403) {
        refused = code
        return
      }
      await pause(50)
      connect()
    })
  }
}
