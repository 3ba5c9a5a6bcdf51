import { afterEach, expect, test, vi } from "vitest"
import { secondFactorTexts } from "#contract/memberText.ts"
import { createPasskey, getPasskey, passkeyObstacle } from "./passkeys.ts"

const at = (hostname: string, port = "") => ({ protocol: "http:", hostname, port })
afterEach(() => vi.unstubAllGlobals())

test.each([
  [at("127.0.0.1", "3000"), secondFactorTexts.passkeyAddress("http://localhost:3000")],
  [at("[::1]", "3000"), secondFactorTexts.passkeyAddress("http://localhost:3000")],
  [at("192.168.1.20"), secondFactorTexts.passkeyAddress(null)],
  [at("[fe80::1]"), secondFactorTexts.passkeyAddress(null)],
  [at("localhost", "3000"), null],
  [at("shop.example"), null],
  [at("127.0.0.1.shop.example"), null],
])("at %j, where browsers keep a passkey for a name only, the reason is %j", (place, reason) => {
  vi.stubGlobal("PublicKeyCredential", class {})
  expect(passkeyObstacle(place)).toBe(reason)
})

test("at an address of numbers neither adding nor using a passkey asks the browser, which would refuse without a reason", async () => {
  vi.stubGlobal("PublicKeyCredential", class {})
  vi.stubGlobal("location", at("127.0.0.1", "3000"))
  const options = { token: "token", options: {} } as never
  const reason = secondFactorTexts.passkeyAddress("http://localhost:3000")
  await expect(createPasskey(options)).rejects.toThrow(reason)
  await expect(getPasskey(options)).rejects.toThrow(reason)
})

test("a browser without passkeys says so", () => {
  expect(passkeyObstacle(at("shop.example"))).toBe(secondFactorTexts.noPasskeys)
})
