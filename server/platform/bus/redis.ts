import { randomBytes } from "node:crypto"
import { createClient } from "@redis/client"
import type { FastifyBaseLogger } from "fastify"
import type { NodeConnections } from "../db/database.ts"
import type { Json } from "../db/store.ts"
import type { Bus } from "./bus.ts"
import { type Counters, counterKey } from "./counters.ts"
import { createListeners } from "./listeners.ts"
import { createLiveness } from "./liveness.ts"

/** The interval of a node's heartbeats, in milliseconds. */
const heartbeatInterval = 250
/** The interval, in milliseconds, of database queries for the connections of silent nodes. */
const lookInterval = 1000
/** The number of unanswered heartbeats after which Redis counts as unreachable. */
const maxUnanswered = 8
/** The milliseconds of silence after which a connection is reopened, even if the operating system sees no fault. */
const socketTimeout = 5000
const answerTimeout = 500
/** The number of unanswered heartbeats after which the publishing connection is reopened. */
const reopenAfter = 40
const unprovenMark = "?"

interface Client {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  get(key: string): Promise<unknown>
}

const incrementScript = `local n = redis.call("INCR", KEYS[1])
if n == 1 then redis.call("PEXPIRE", KEYS[1], ARGV[1]) end
return {n, redis.call("PTTL", KEYS[1])}`

/**
 * One connection publishes, the other subscribes to a single channel: every node receives every event, and subscribing
 * to a topic only filters them. A node delivers its own events locally, with or without Redis.
 *
 * Each heartbeat travels through both connections and back. Redis keeps the order, so a heartbeat that came back proves
 * that every event published before it was sent has arrived. That is what `up` means, whatever state the connections
 * report.
 */
export async function openRedis(
  url: string,
  log: FastifyBaseLogger,
  node: NodeConnections | null = null,
): Promise<{ bus: Bus; counters: Counters }> {
  const me = node?.name ?? randomBytes(6).toString("hex")
  const prefix = `vitrine:${databaseOf(url)}:`
  const channel = `${prefix}bus`
  const listeners = createListeners(log)
  const liveness = createLiveness()
  let lastError: Error | undefined
  // It starts as true, so that nothing is logged about Redis being unavailable: a failing start reports it better.
  let isOffline = true
  let closing = false

  let publisher = connect()
  const subscriber = connect()
  await begin()
  const timer = setInterval(sendHeartbeat, heartbeatInterval).unref()
  sendHeartbeat()
  let isLooking = false
  const looks = node && setInterval(() => void lookFor(node), lookInterval).unref()

  return {
    bus: {
      publish: (topic, message) => {
        listeners.publish(topic, message)
        send(`${topic}\n${JSON.stringify(message)}`)
      },
      subscribe: listeners.subscribe,
      get up() {
        return !isOffline && liveness.isProven(performance.now())
      },
      onReconnect: listeners.onReconnect,
      ping: async () => {
        if (!subscriber.isReady) throw new Error("Redis is away")
        await withTimeout(publisher.ping())
      },
      close,
    },
    counters: redisCounters(prefix, () => (isOffline ? null : publisher)),
  }

  function connect() {
    return openClient(url, onConnectionLost)
  }

  async function begin(): Promise<void> {
    try {
      await withTimeout(Promise.all([publisher.connect(), subscriber.connect()]), socketTimeout)
      await withTimeout(subscriber.subscribe(channel, onMessage), socketTimeout)
      isOffline = false
      liveness.returned(performance.now())
    } catch (error) {
      closing = true
      end(publisher)
      end(subscriber)
      throw lastError ?? error
    }
  }

  function sendHeartbeat(): void {
    const now = performance.now()
    if (liveness.forgetDead(now)) listeners.publishReconnect()
    const unanswered = liveness.sending()
    if (unanswered > maxUnanswered) goOffline()
    // Redis or the network hangs, and writing to a connection keeps it from ever counting as silent.
    if (unanswered % reopenAfter === 0) renewPublisher()
    send(`\n${isOffline ? unprovenMark : ""}${now}`)
  }

  async function lookFor({ connectedOf }: NodeConnections): Promise<void> {
    const names = liveness.uncertain(performance.now())
    if (names.length === 0 || isLooking) return
    isLooking = true
    const found = await connectedOf(names).catch(() => null)
    isLooking = false
    if (found && !closing && liveness.looked(names, found, performance.now())) listeners.publishReconnect()
  }

  function renewPublisher(): void {
    const old = publisher
    publisher = connect()
    publisher.connect().catch(() => {})
    end(old)
  }

  function send(text: string): void {
    if (publisher.isReady) publisher.publish(channel, `${me} ${text}`).catch(() => onConnectionLost())
    else onConnectionLost()
  }

  function onMessage(text: string): void {
    const { from, topic, message } = parse(text)
    if (topic === "" && from === me) onOwnHeartbeat(message)
    else if (topic === "") onNodeHeartbeat(from, message)
    else if (from !== me && listeners.has(topic)) listeners.publish(topic, JSON.parse(message) as Json)
  }

  function onNodeHeartbeat(id: string, message: string): void {
    if (message === "bye") liveness.left(id)
    // A node that does not yet know whether its events arrive may have published some that did not.
    else if (!message.startsWith(unprovenMark)) liveness.saw(id, performance.now())
    if (message === "again") listeners.publishReconnect()
  }

  function onOwnHeartbeat(message: string): void {
    if (!liveness.returned(Number(message.replace(unprovenMark, ""))) || !isOffline) return
    isOffline = false
    log.info("Redis is available again")
    send("\nagain")
    listeners.publishReconnect()
  }

  /** Handles a lost connection: events in transit, from this node or to it, may be lost. */
  function onConnectionLost(error?: Error): void {
    lastError = error ?? lastError
    liveness.lose(performance.now())
    goOffline()
  }

  function goOffline(): void {
    if (isOffline || closing) return
    isOffline = true
    log.warn({ err: lastError }, "Redis is unavailable: this node continues without it")
  }

  async function close(): Promise<void> {
    closing = true
    clearInterval(timer)
    if (looks) clearInterval(looks)
    await withTimeout(publisher.publish(channel, `${me} \nbye`)).catch(() => {})
    end(publisher)
    end(subscriber)
  }
}

/** Parses `node topic` and the message on a line of its own. Heartbeats have no topic. */
function parse(text: string): { from: string; topic: string; message: string } {
  const space = text.indexOf(" ")
  const end = text.indexOf("\n")
  return { from: text.slice(0, space), topic: text.slice(space + 1, end), message: text.slice(end + 1) }
}

/** `lost` is called whenever the connection breaks, with the error if there is one. */
function openClient(url: string, lost: (error?: Error) => void) {
  const client = createClient({
    url,
    name: "vitrine",
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    maintNotifications: "disabled",
    socket: { connectTimeout: 2000, socketTimeout, reconnectStrategy: reconnectDelay },
  })
  client.on("error", lost)
  client.on("reconnecting", () => lost())
  return client
}

/** Counts in Redis; null while it is unavailable. */
function redisCounters(prefix: string, client: () => Client | null): Counters {
  const ask = async <T>(work: (redis: Client) => Promise<T>): Promise<T | null> => {
    const redis = client()
    return redis && withTimeout(work(redis)).catch(() => null)
  }
  return {
    add: async (key, milliseconds) => {
      const options = { keys: [prefix + counterKey(key)], arguments: [String(milliseconds)] }
      const answer = (await ask((redis) => redis.eval(incrementScript, options))) as [number, number] | null
      return answer && { count: answer[0], endsIn: answer[1] }
    },
    read: async (key) => ask(async (redis) => Number(await redis.get(prefix + counterKey(key)))),
  }
}

function end(client: { isOpen: boolean; destroy(): void }): void {
  if (client.isOpen) client.destroy()
}

/** Returns the retry delay: at once, then doubling up to a second, with jitter. */
function reconnectDelay(retries: number): number {
  return Math.min(1000, 50 * 2 ** Math.min(retries, 5)) * (0.5 + Math.random() / 2)
}

/** Returns the number of the database, which separates two shops: all databases of one Redis share its channels. */
function databaseOf(url: string): number {
  return Number(new URL(url).pathname.slice(1) || 0)
}

async function withTimeout<T>(work: Promise<T>, milliseconds = answerTimeout): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
