import { once } from "node:events"
import { readFileSync } from "node:fs"
import { Agent, get } from "node:http"
import { WebSocket } from "ws"

// Runs the clients of many rooms in one process: bench/chat/load.ts flood|steady|poll|idle|idleAccount URL SEATS
// SECONDS. Prints JSON.
export interface Seat {
  room: number
  user: number
  token: string
  writes: boolean
}

let turns = 0
const [mode, url, file, given] = process.argv.slice(2) as [string, string, string, string]
const seats: Seat[] = JSON.parse(readFileSync(file, "utf8"))
const seconds = Number(given)
const modes: Record<string, () => Promise<unknown>> = { flood, steady, poll, idle, idleAccount }
console.log(JSON.stringify(await modes[mode]!()))
process.exit(0)

/**
 * Measures deliveries per second. Every room sends one message after another, each after the acknowledgement of the one
 * before.
 */
async function flood(): Promise<{ rate: number }> {
  let delivered = 0
  const sockets = await enterAll(seats)
  for (const [i, seat] of seats.entries()) {
    const socket = sockets[i]!
    socket.on("message", (data: Buffer) => {
      if (!isCreate(data)) return
      delivered++
      if (seat.writes) write(socket, seat)
    })
    if (seat.writes) write(socket, seat)
  }
  await pause(1500)
  delivered = 0
  const begun = performance.now()
  await pause(seconds * 1000)
  return { rate: delivered / ((performance.now() - begun) / 1000) }
}

/** Sends 200 messages a second regardless of responses, and measures the time until each is acknowledged. */
async function steady(): Promise<{ p50: number; p99: number; sent: number; answered: number }> {
  const writers = seats.filter((seat) => seat.writes)
  const asked = new Map<string, number>()
  const times: number[] = []
  await enterAll(seats.filter((seat) => !seat.writes))
  const sockets = await enterAll(writers)
  for (const socket of sockets) {
    socket.on("message", (data: Buffer) => {
      if (!isCreate(data)) return
      const { client_id } = JSON.parse(String(data))
      const at = asked.get(client_id)
      if (at !== undefined) times.push(performance.now() - at)
      asked.delete(client_id)
    })
  }
  let sent = 0
  const begun = performance.now()
  while (performance.now() - begun < seconds * 1000) {
    while (sent < ((performance.now() - begun) / 1000) * 200) {
      const turn = sent++ % writers.length
      asked.set(write(sockets[turn]!, writers[turn]!), performance.now())
    }
    await pause(2)
  }
  await pause(1000)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), sent, answered: times.length }
}

/** Measures requests per second when every client polls its unread counts every two seconds. */
async function poll(): Promise<{ rate: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const tags = new Map<number, string>()
  let answers = 0
  const ask = (seat: Seat) =>
    new Promise<void>((resolve, reject) => {
      const tag = tags.get(seat.user)
      const headers = { authorization: `Bearer ${seat.token}`, ...(tag ? { "if-none-match": tag } : {}) }
      get(`${url}/api/chat/unread-count`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200 && answer.statusCode !== 304) reject(new Error(`status ${answer.statusCode}`))
        tags.set(seat.user, String(answer.headers.etag))
        answers++
        answer.resume().on("end", resolve)
      }).on("error", reject)
    })
  const until = performance.now() + seconds * 1000
  await Promise.all(
    seats.map(async (seat, i) => {
      await pause((i / seats.length) * 2000)
      while (performance.now() < until) {
        const due = performance.now() + 2000
        await ask(seat)
        await pause(due - performance.now())
      }
    }),
  )
  return { rate: answers / seconds }
}

/** Opens a socket for each seat. Reports at half of them and at the end, and waits for an answer. */
async function idle(come = enter): Promise<{ open: number }> {
  const sockets: WebSocket[] = []
  for (const some of [seats.slice(0, seats.length / 2), seats.slice(seats.length / 2)]) {
    sockets.push(...(await enterAll(some, come)))
    console.error("open")
    await once(process.stdin, "data")
  }
  return { open: sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length }
}

function idleAccount(): Promise<{ open: number }> {
  return idle(enterAccount)
}

/** Opens twenty sockets at a time. */
async function enterAll(all: Seat[], come = enter): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let from = 0; from < all.length; from += 20)
    sockets.push(...(await Promise.all(all.slice(from, from + 20).map((seat) => come(seat)))))
  return sockets
}

function enter(seat: Seat): Promise<WebSocket> {
  return connect(`/api/chat/ws/${seat.room}/${seat.user}`, seat, ['{"type":"join"}'], '{"type":"history"')
}

function enterAccount(seat: Seat): Promise<WebSocket> {
  return connect("/api/ws", seat, [], '{"type":"unread"')
}

/** Identifies, and resolves at the first frame that begins with `opened`. */
function connect(path: string, seat: Seat, frames: string[], opened: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace("http", "ws") + path, { perMessageDeflate: false })
    socket.once("open", () => {
      socket.send(JSON.stringify({ type: "identify", access_token: seat.token, user_id: seat.user }))
      for (const frame of frames) socket.send(frame)
    })
    const wait = (data: Buffer) => {
      if (!String(data).startsWith(opened)) return
      socket.off("message", wait)
      resolve(socket)
    }
    socket.on("message", wait)
    socket.once("error", reject)
    socket.once("close", (code) => reject(new Error(`closed with ${code}`)))
  })
}

function write(socket: WebSocket, seat: Seat): string {
  const turn = nextTurn()
  const id = `b${process.pid}-${seat.room}-${turn}`
  const message = lineOf(turn)
  socket.send(JSON.stringify({ type: "create", message, chat_room_id: seat.room, client_id: id }))
  return id
}

/**
 * Returns plain text of about seventy characters. Text that resembles spam or a telephone number would take another
 * code path than most messages.
 */
export function lineOf(turn: number): string {
  const pick = (list: string, step: number) => {
    const words = list.split(",")
    return words[Math.floor(turn / step) % words.length]
  }
  const what = pick("glaze,seam,rim,stand,neck,shoulder,base,crate,lamp,shelf,window", 1)
  const how = pick("calm,cool,warm,quiet,matt,deep,pale", 3)
  const when = pick("in the morning,under the lamp,after the firing,by the north window,towards evening", 2)
  return `The ${what} looks ${how} ${when}, and I would like to know how the ${pick("studio,workshop,kiln", 5)} does it.`
}

function nextTurn(): number {
  turns++
  return turns
}

/** Checks the characters after `{"type":"`, because parsing frames that are only counted would measure this client. */
function isCreate(data: Buffer): boolean {
  return data[9] === 0x63 && data[10] === 0x72
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
