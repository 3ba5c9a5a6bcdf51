import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { SignedIn, User } from "#contract/accounts.ts"

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

/** Reports a change that another tab of this browser has made. */
const heard = (key: string) => page.dispatchEvent(Object.assign(new Event("storage"), { key }))

test("after a sign-out in another tab with the same token, this one is a guest at once", () => {
  kept.local.set("access_token", "shared")
  session.know(user)
  session.useSession()
  kept.local.delete("access_token")
  heard("access_token")
  kept.local.delete("profile_hint")
  heard("profile_hint")
  expect(statuses.at(-1)).toBe("guest")
})

test("with its own token it ignores a sign-out of another tab: its socket reports whether it has ended, too", () => {
  kept.session.set("access_token", "its own")
  session.know(user)
  session.useSession()
  kept.local.delete("profile_hint")
  heard("profile_hint")
  expect(session.snapshot()).toMatchObject({ status: "in", user })
  expect(statuses).not.toContain("checking")
})

test("a sign-in elsewhere is known here as soon as there is a token", () => {
  kept.local.set("access_token", "shared")
  session.useSession()
  expect(session.snapshot().status).toBe("checking")
  kept.local.set("profile_hint", JSON.stringify(user))
  heard("profile_hint")
  expect(statuses.at(-1)).toBe("in")
})

test("a sign-in without Remember me leaves nothing behind, and the other tabs receive it and its end", () => {
  const told: unknown[] = []
  Object.assign(page, { tabs: { postMessage: (message: unknown) => told.push(message) } })
  session.enter({ access_token: "new", user } as SignedIn, false)
  expect([...kept.local.keys()]).toEqual([])
  expect(kept.session.get("access_token")).toBe("new")
  session.leave()
  expect([...kept.session.keys()]).toEqual([])
  session.enter({ access_token: "kept", user } as SignedIn, true)
  expect(kept.local.get("access_token")).toBe("kept")
  expect(told).toEqual([{ kept: ["new", JSON.stringify(user), null], all: true }, { left: "new" }, { left: true }])
})
