import { randomBytes } from "node:crypto"
import type { Bus } from "../bus/bus.ts"
import { seconds } from "../clock.ts"
import type { Sockets } from "../sockets/sockets.ts"

export interface Presence {
  /** Whether a person has a socket anywhere. */
  online(userId: number): boolean
  /** Told when somebody comes, with the first socket, or has gone, with the last. */
  onChange(heard: (userId: number, online: boolean) => void): void
  close(): void
}

type Said =
  | { node: string; kind: "came"; user: number }
  | { node: string; kind: "went"; user: number }
  /** Everybody there, now and then, so that nobody has to remember what was missed. */
  | { node: string; kind: "here"; users: number[] }
  | { node: string; kind: "ask" }
  | { node: string; kind: "bye" }

const topic = "chat:presence"
const beat = seconds(5)
/** A node that says nothing for so long is gone, and everybody there with it. */
const silence = seconds(13)

export function createPresence(bus: Bus, sockets: Pick<Sockets, "people" | "onPerson">): Presence {
  const me = randomBytes(6).toString("hex")
  const mine = new Set(sockets.people())
  const nodes = new Map<string, { users: Set<number>; heard: number }>()
  const listeners: ((userId: number, online: boolean) => void)[] = []

  sockets.onPerson((user, isHere) => {
    change([user], () => void (isHere ? mine.add(user) : mine.delete(user)))
    say({ node: me, kind: isHere ? "came" : "went", user })
  })
  bus.subscribe<Said>(topic, (said) => {
    if (said.node !== me) hear(said)
  })
  bus.onReturn(() => {
    sayAll()
    say({ node: me, kind: "ask" })
  })
  say({ node: me, kind: "ask" })
  const timer = setInterval(() => {
    if (mine.size > 0 || nodes.size > 0) sayAll()
    for (const [node, { heard }] of nodes) if (performance.now() - heard > silence) drop(node)
  }, beat).unref()

  return {
    online,
    onChange: (heard) => void listeners.push(heard),
    close: () => {
      clearInterval(timer)
      say({ node: me, kind: "bye" })
    },
  }

  function online(user: number): boolean {
    if (mine.has(user)) return true
    for (const { users } of nodes.values()) if (users.has(user)) return true
    return false
  }

  function hear(said: Said): void {
    if (said.kind === "bye") drop(said.node)
    else if (said.kind === "ask") sayAll()
    else {
      const node = nodes.get(said.node) ?? { users: new Set<number>(), heard: 0 }
      nodes.set(said.node, node)
      node.heard = performance.now()
      if (said.kind === "came") change([said.user], () => void node.users.add(said.user))
      else if (said.kind === "went") change([said.user], () => void node.users.delete(said.user))
      else {
        change(new Set([...said.users, ...node.users]), () => {
          node.users = new Set(said.users)
        })
      }
    }
  }

  function drop(node: string): void {
    const users = nodes.get(node)?.users ?? []
    change(users, () => void nodes.delete(node))
  }

  /** Does it, and tells for whom that made a difference. */
  function change(users: Iterable<number>, act: () => void): void {
    const before = [...users].map((user) => ({ user, was: online(user) }))
    act()
    for (const { user, was } of before) {
      const is = online(user)
      if (is !== was) for (const heard of listeners) heard(user, is)
    }
  }

  function sayAll(): void {
    say({ node: me, kind: "here", users: [...mine] })
  }

  function say(said: Said): void {
    bus.publish(topic, said)
  }
}
