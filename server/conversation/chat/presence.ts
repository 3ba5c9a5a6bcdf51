import { randomBytes } from "node:crypto"
import type { Bus } from "../../platform/bus/bus.ts"
import { seconds } from "../../platform/clock.ts"
import type { Sockets } from "../../platform/sockets/sockets.ts"

export interface Presence {
  /** Returns whether a person has a socket on any node. */
  online(userId: number): boolean
  /** Registers a listener for the opening of a person's first socket and the closing of the last one. */
  onChange(listener: (userId: number, online: boolean) => void): void
  close(): void
}

type PresenceEvent =
  | { node: string; kind: "came"; user: number }
  | { node: string; kind: "went"; user: number }
  /** All users of the node, sent periodically, so that the loss of an event is repaired. */
  | { node: string; kind: "here"; users: number[] }
  | { node: string; kind: "ask" }
  | { node: string; kind: "bye" }

const topic = "chat:presence"
const publishInterval = seconds(5)
/** A node that is silent for this long is considered down, and its users are offline. */
const nodeTimeout = seconds(13)

export function createPresence(bus: Bus, sockets: Pick<Sockets, "people" | "onPerson">): Presence {
  const ownNode = randomBytes(6).toString("hex")
  const ownUsers = new Set(sockets.people())
  const nodes = new Map<string, { users: Set<number>; lastEventAt: number }>()
  const listeners: ((userId: number, online: boolean) => void)[] = []

  sockets.onPerson((user, isHere) => {
    change([user], () => void (isHere ? ownUsers.add(user) : ownUsers.delete(user)))
    publish({ node: ownNode, kind: isHere ? "came" : "went", user })
  })
  bus.subscribe<PresenceEvent>(topic, (event) => {
    if (event.node !== ownNode) onEvent(event)
  })
  bus.onReconnect(() => {
    publishOwnUsers()
    publish({ node: ownNode, kind: "ask" })
  })
  publish({ node: ownNode, kind: "ask" })
  const timer = setInterval(() => {
    if (ownUsers.size > 0 || nodes.size > 0) publishOwnUsers()
    for (const [node, { lastEventAt }] of nodes) if (performance.now() - lastEventAt > nodeTimeout) removeNode(node)
  }, publishInterval).unref()

  return {
    online,
    onChange: (listener) => void listeners.push(listener),
    close: () => {
      clearInterval(timer)
      publish({ node: ownNode, kind: "bye" })
    },
  }

  function online(user: number): boolean {
    if (ownUsers.has(user)) return true
    for (const { users } of nodes.values()) if (users.has(user)) return true
    return false
  }

  function onEvent(event: PresenceEvent): void {
    if (event.kind === "bye") removeNode(event.node)
    else if (event.kind === "ask") publishOwnUsers()
    else {
      const node = nodes.get(event.node) ?? { users: new Set<number>(), lastEventAt: 0 }
      nodes.set(event.node, node)
      node.lastEventAt = performance.now()
      if (event.kind === "came") change([event.user], () => void node.users.add(event.user))
      else if (event.kind === "went") change([event.user], () => void node.users.delete(event.user))
      else {
        change(new Set([...event.users, ...node.users]), () => {
          node.users = new Set(event.users)
        })
      }
    }
  }

  function removeNode(node: string): void {
    const users = nodes.get(node)?.users ?? []
    change(users, () => void nodes.delete(node))
  }

  /** Applies the change, and informs the listeners of everybody whose presence has changed. */
  function change(users: Iterable<number>, act: () => void): void {
    const before = [...users].map((user) => ({ user, was: online(user) }))
    act()
    for (const { user, was } of before) {
      const is = online(user)
      if (is !== was) for (const listener of listeners) listener(user, is)
    }
  }

  function publishOwnUsers(): void {
    publish({ node: ownNode, kind: "here", users: [...ownUsers] })
  }

  function publish(event: PresenceEvent): void {
    bus.publish(topic, event)
  }
}
