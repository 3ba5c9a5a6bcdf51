import { randomBytes } from "node:crypto"
import { createClient } from "@redis/client"
import type { FastifyBaseLogger } from "fastify"
import type { Bus, Json } from "./bus.ts"
import { type Counters, counterKey } from "./counters.ts"
import { createListeners } from "./listeners.ts"

/** How often a node says that it is there, and how old the last word that came back may be. */
const beat = 250
const fresh = 900
/** So many beats without an answer, and Redis is away. */
const patience = 8
/** A node that fell silent without a word may still be at work, cut off from Redis. After this it is taken for dead. */
const missedFor = 600_000
/** A connection on which nothing has come for so long is opened anew, however healthy the system believes it to be. */
const silence = 5000
const answersWithin = 500
/** So many beats without an answer, and the publishing connection is opened anew. */
const renewed = 40
const doubtful = "?"

const addOne = `local n = redis.call("INCR", KEYS[1])
if n == 1 then redis.call("PEXPIRE", KEYS[1], ARGV[1]) end
return {n, redis.call("PTTL", KEYS[1])}`

/**
 * One connection publishes, one subscribes to a single channel: every node hears everything, so that to subscribe to a topic is only
 * to look into what comes anyway. What this node says it hears by itself, with or without Redis.
 *
 * Each beat goes through both connections and back. Redis keeps order, so a beat that came back proves that everything said before it
 * was sent has been heard: that is what `up` means, whatever state the connections are believed to be in.
 */
export async function openRedis(url: string, log: FastifyBaseLogger): Promise<{ bus: Bus; counters: Counters }> {
  const me = randomBytes(6).toString("hex")
  const prefix = `vitrine:${databaseOf(url)}:`
  const channel = `${prefix}bus`
  const listeners = createListeners(log)
  /** The other nodes, and when each was last heard. */
  const others = new Map<string, number>()
  /** When the newest beat that came back was sent. */
  let proven = Number.NEGATIVE_INFINITY
  let unanswered = 0
  let lost = Number.NEGATIVE_INFINITY
  let lastError: Error | undefined
  // Until it has begun, so that nothing is said about Redis being away: the start says it better.
  let away = true
  let closing = false

  let publisher = connect()
  const subscriber = connect()
  await begin()
  const timer = setInterval(onBeat, beat).unref()
  onBeat()

  const bus: Bus = {
    publish: (topic, message) => {
      listeners.tell(topic, message)
      send(`${topic}\n${JSON.stringify(message)}`)
    },
    subscribe: listeners.subscribe,
    get up() {
      return isUp()
    },
    onReturn: listeners.onReturn,
    ping: async () => {
      if (!subscriber.isReady) throw new Error("Redis is away")
      await inTime(publisher.ping())
    },
    close,
  }
  return { bus, counters: { add, read } }

  function connect() {
    const client = createClient({
      url,
      name: "vitrine",
      disableOfflineQueue: true,
      commandsQueueMaxLength: 10_000,
      maintNotifications: "disabled",
      socket: { connectTimeout: 2000, socketTimeout: silence, reconnectStrategy: soon },
    })
    client.on("error", (error) => {
      lastError = error
      lose()
    })
    client.on("reconnecting", lose)
    return client
  }

  async function begin(): Promise<void> {
    try {
      await inTime(Promise.all([publisher.connect(), subscriber.connect()]), silence)
      await inTime(subscriber.subscribe(channel, hear), silence)
      away = false
      proven = performance.now()
    } catch (error) {
      closing = true
      end(publisher)
      end(subscriber)
      throw lastError ?? error
    }
  }

  function onBeat(): void {
    const now = performance.now()
    for (const [id, heard] of others) {
      if (heard > now - missedFor) continue
      others.delete(id)
      listeners.tellReturn()
    }
    unanswered++
    if (unanswered > patience) goAlone()
    // Redis hangs, or the way to it: writing to a connection keeps it from ever being found silent.
    if (unanswered % renewed === 0) renewPublisher()
    send(beatOf(now))
  }

  function renewPublisher(): void {
    const old = publisher
    publisher = connect()
    publisher.connect().catch(() => {})
    end(old)
  }

  function send(text: string): void {
    if (publisher.isReady) publisher.publish(channel, `${me} ${text}`).catch(lose)
    else lose()
  }

  function hear(text: string): void {
    const from = text.slice(0, me.length)
    const end = text.indexOf("\n")
    const topic = text.slice(me.length + 1, end)
    const said = text.slice(end + 1)
    if (topic === "" && from === me) hearMyself(said)
    else if (topic === "") hearNode(from, said)
    else if (from !== me && listeners.has(topic)) listeners.tell(topic, JSON.parse(said) as Json)
  }

  function hearNode(id: string, said: string): void {
    if (said === "bye") others.delete(id)
    // One that does not yet know whether it is heard may have said things that were not.
    else if (!said.startsWith(doubtful)) others.set(id, performance.now())
    if (said === "again") listeners.tellReturn()
  }

  function beatOf(now: number): string {
    return `\n${away ? doubtful : ""}${now}`
  }

  function hearMyself(said: string): void {
    const sent = Number(said.replace(doubtful, ""))
    // A beat from before the connection broke proves nothing about what was said since.
    if (!(sent > lost)) return
    proven = sent
    unanswered = 0
    if (!away) return
    away = false
    log.info("Redis is back")
    send("\nagain")
    listeners.tellReturn()
  }

  /** What was being said, here or elsewhere, may be gone. */
  function lose(): void {
    lost = performance.now()
    goAlone()
  }

  function goAlone(): void {
    if (away || closing) return
    away = true
    log.warn({ err: lastError }, "Redis is away: this node goes on by itself")
  }

  function isUp(): boolean {
    const now = performance.now()
    if (away || now - proven > fresh) return false
    for (const heard of others.values()) if (now - heard > fresh) return false
    return true
  }

  async function add(key: string, milliseconds: number) {
    if (away) return null
    try {
      const options = { keys: [prefix + counterKey(key)], arguments: [String(milliseconds)] }
      const [count, endsIn] = (await inTime(publisher.eval(addOne, options))) as [number, number]
      return { count, endsIn }
    } catch {
      return null
    }
  }

  async function read(key: string) {
    if (away) return null
    try {
      return Number(await inTime(publisher.get(prefix + counterKey(key))))
    } catch {
      return null
    }
  }

  async function close(): Promise<void> {
    closing = true
    clearInterval(timer)
    await inTime(publisher.publish(channel, `${me} \nbye`)).catch(() => {})
    end(publisher)
    end(subscriber)
  }
}

function end(client: { isOpen: boolean; destroy(): void }): void {
  if (client.isOpen) client.destroy()
}

/** At once, then later and later up to a second, each node a little different. */
function soon(retries: number): number {
  return Math.min(1000, 50 * 2 ** Math.min(retries, 5)) * (0.5 + Math.random() / 2)
}

/** Databases of one Redis share their channels: the number keeps two shops apart. */
function databaseOf(url: string): number {
  return Number(new URL(url).pathname.slice(1) || 0)
}

async function inTime<T>(work: Promise<T>, milliseconds = answersWithin): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
