import { t } from "#contract/t.ts"
import { Refusal } from "../refusal.ts"

interface Sizes {
  /** The number of tasks that run at the same time. */
  maxConcurrent: number
  maxWaiting: number
  /** The share of an IPv6 /48, however many /64s it sends from. */
  maxPerNetwork: number
  /** The share of an IPv4 address or an IPv6 /64. */
  maxPerAddress: number
}

interface Waiting {
  start(): void
  refuse(reason: Refusal): void
}
/** The waiting tasks by address, least recently served first. */
type Network = Map<string, Waiting[]>

/**
 * Runs few tasks at once and serves the networks in turn, and the addresses within a network, however many tasks each
 * has. A full queue is a flood: the refused task, with Retry-After, is one of the network and address with the most
 * tasks, and not the newest, unless it is one of theirs.
 */
export function createPasswordQueue({ maxConcurrent, maxWaiting, maxPerNetwork, maxPerAddress }: Sizes) {
  let running = 0
  /** Ordered by the last time they were served, the oldest first. */
  const networks = new Map<string, Network>()

  function wait(address: string): Promise<void> {
    const name = networkOf(address)
    const network = networks.get(name) ?? new Map<string, Waiting[]>()
    const own = network.get(address) ?? []
    return new Promise((start, refuse) => {
      own.push({ start, refuse })
      network.set(address, own)
      networks.set(name, network)
      if (own.length > maxPerAddress) drop(name, address)
      else if (sizeOf(network) > maxPerNetwork)
        drop(
          name,
          largest(network, ({ length }) => length),
        )
      else if (total() > maxWaiting) {
        const fullest = largest(networks, sizeOf)
        drop(
          fullest,
          largest(networks.get(fullest)!, ({ length }) => length),
        )
      }
    })
  }

  const total = () => [...networks.values()].reduce((sum, network) => sum + sizeOf(network), 0)

  function drop(name: string, address: string): void {
    const network = networks.get(name)!
    const tasks = network.get(address)!
    tasks.pop()!.refuse(
      new Refusal("UNREADY", t`Too many people are logging in right now. Please try again in a moment.`, {
        retryAfter: 5,
      }),
    )
    if (tasks.length === 0) network.delete(address)
    if (network.size === 0) networks.delete(name)
  }

  function startNext(): boolean {
    const [turn] = networks
    if (!turn) return false
    const [name, network] = turn
    const [[address, [next, ...rest]]] = network as unknown as [[string, [Waiting, ...Waiting[]]]]
    network.delete(address)
    if (rest.length > 0) network.set(address, rest)
    networks.delete(name)
    if (network.size > 0) networks.set(name, network)
    next.start()
    return true
  }

  return {
    async run<T>(address: string, work: () => Promise<T>): Promise<T> {
      if (running >= maxConcurrent) await wait(address)
      else running++
      try {
        return await work()
      } finally {
        if (!startNext()) running--
      }
    },
  }
}

/** Returns the /48 of an IPv6 /64; an IPv4 address or an account is its own network. */
const networkOf = (address: string) => address.split(":").slice(0, 3).join(":")

const sizeOf = (network: Network) => [...network.values()].reduce((sum, { length }) => sum + length, 0)

/** Returns the last key with the greatest size. */
function largest<T>(of: Map<string, T>, size: (value: T) => number): string {
  let found = { key: "", size: 0 }
  for (const [key, value] of of) if (size(value) >= found.size) found = { key, size: size(value) }
  return found.key
}
