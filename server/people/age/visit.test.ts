import type { IncomingMessage } from "node:http"
import { expect, test } from "vitest"
import { readSettings } from "../../platform/settings.ts"
import { pathOnSite } from "./checks.ts"
import { cookieLine, createVisits } from "./visit.ts"

const request = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage
const proxied = { TRUST_PROXY: "1", COUNTRY_HEADER: "CF-IPCountry" }
const countryFor = (env: Record<string, string>, headers: Record<string, string>, address?: string) =>
  createVisits(readSettings(env)).of(request(headers, address)).country

test("the country is read from the header of a trusted proxy only", () => {
  const said = { "cf-ipcountry": "gb", "x-country": "US" }
  expect(countryFor(proxied, said)).toBe("GB")
  expect(countryFor({}, said)).toBe(null)
  expect(countryFor({ TRUST_PROXY: "1" }, said)).toBe(null)
  const named = { ...proxied, TRUST_PROXY: "10.0.0.1" }
  expect(countryFor(named, said, "10.0.0.1")).toBe("GB")
  expect(countryFor(named, said, "203.0.113.9")).toBe(null)
})

test("no country is known from a missing, unknown or doubled header", () => {
  for (const value of ["", "XX", "T1", "US, GB", "USA", "constructor"]) {
    expect(countryFor(proxied, { "cf-ipcountry": value }), value).toBe(null)
  }
  expect(countryFor(proxied, {})).toBe(null)
})

test("a country header without a proxy, or that is no header, stops the start", () => {
  expect(() => readSettings({ COUNTRY_HEADER: "cf-ipcountry" })).toThrow(/^COUNTRY_HEADER needs TRUST_PROXY/)
  expect(() => readSettings({ ...proxied, COUNTRY_HEADER: "a b" })).toThrow(/^COUNTRY_HEADER must be/)
})

test("with https the cookie belongs to this host alone", () => {
  const secure = readSettings({ PUBLIC_URL: "https://shop.example" })
  const { cookieName, of } = createVisits(secure)
  expect(cookieName).toBe("__Host-age")
  expect(cookieLine(cookieName, "1.x", 60, secure)).toBe(
    "__Host-age=1.x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60",
  )
  expect(of(request({ cookie: "age=forged; a=b; __Host-age=1.x" })).cookie).toBe("1.x")
  expect(cookieLine("age", "", 0, readSettings({}))).toBe("age=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
})

test("after a check the browser stays on this site", () => {
  const at = (next: string) => pathOnSite(next, "https://shop.example")
  expect(at("/models?q=brass&page=2")).toBe("/models?q=brass&page=2")
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "models",
    "",
  ]) {
    expect(at(next), next).toBe("/")
  }
  for (const next of ["/..//evil.example", "/age/start", "/age", "/sandbox/age/authorize", "/\t/evil.example"]) {
    expect(at(next), next).toBe("/")
  }
})
