import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { User } from "#contract/accounts.ts"

type Module = typeof import("./session.ts")

const user = { full_name: "Mara", role: "user", membership_level: "vip" } as User
let page: EventTarget
const kept = { local: new Map<string, string>(), session: new Map<string, string>() }
const storage = (map: Map<string, string>) => ({
  getItem: (name: string) => map.get(name) ?? null,
  setItem: (name: string, value: string) => void map.set(name, value),
  removeItem: (name: string) => void map.delete(name),
})
let session: Module
let statuses: string[]

vi.mock("react", () => ({
  useSyncExternalStore: (subscribe: (heard: () => void) => () => void, snapshot: () => { status: string }) => {
    subscribe(() => void statuses.push(snapshot().status))
    return snapshot()
  },
}))

beforeEach(async () => {
  for (const map of Object.values(kept)) map.clear()
  statuses = []
  page = new EventTarget()
  vi.stubGlobal("window", page)
  vi.stubGlobal("localStorage", storage(kept.local))
  vi.stubGlobal("sessionStorage", storage(kept.session))
  const style = { setProperty: () => {}, removeProperty: () => {} }
  vi.stubGlobal("document", { documentElement: { dataset: {}, style } })
  vi.resetModules()
  session = await import("./session.ts")
})
afterEach(() => void vi.unstubAllGlobals())

/** What another tab of this browser has changed. */
const heard = (key: string) => page.dispatchEvent(Object.assign(new Event("storage"), { key }))

test("signed out in another tab, with the token they share, this one is a guest at once", () => {
  kept.local.set("access_token", "shared")
  session.know(user)
  session.useSession()
  kept.local.delete("access_token")
  heard("access_token")
  kept.local.delete("profile_hint")
  heard("profile_hint")
  expect(statuses.at(-1)).toBe("guest")
})

test("with a token of its own it asks nothing when another tab signs out: its socket says whether it has ended, too", () => {
  kept.session.set("access_token", "its own")
  session.know(user)
  session.useSession()
  kept.local.delete("profile_hint")
  heard("profile_hint")
  expect(session.snapshot()).toMatchObject({ status: "in", user })
  expect(statuses).not.toContain("checking")
})

test("who is signed in elsewhere is known here as soon as there is a token", () => {
  kept.session.set("access_token", "its own")
  session.useSession()
  expect(session.snapshot().status).toBe("checking")
  kept.local.set("profile_hint", JSON.stringify(user))
  heard("profile_hint")
  expect(statuses.at(-1)).toBe("in")
})
