import { Secret, TOTP } from "otpauth"
import { expect } from "vitest"
import { seconds } from "#server/platform/clock.ts"
import { aDevice } from "./authenticator.ts"
import type { TestShop } from "./shop.ts"
import { visitorsOf } from "./visitors.ts"

/** Makes customers with a second factor. `shopNow` returns the shop once it is open. */
export function secondFactorOf(shopNow: () => TestShop, origin: string) {
  const v = () => visitorsOf(shopNow())
  const post = (path: string, body: unknown, as?: string) => shopNow().call(`POST /api/auth/${path}`, { as, body })
  /** The app's code, `offset` milliseconds from now. */
  const codeOf = (secret: string, offset = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shopNow().clock.now().getTime() + offset })

  /** Creates a customer with a confirmed address, which a first factor requires. */
  async function aCustomer() {
    const customer = await v().aCustomer()
    await post("verify-email/confirm", { oob_code: await v().codeFor(customer.email) })
    return customer
  }

  async function withApp() {
    const customer = await aCustomer()
    const { secret } = (await post("authenticator", undefined, customer.token)).body
    const { status, body } = await post("authenticator/confirm", { code: codeOf(secret) }, customer.token)
    expect(status).toBe(200)
    // The code that confirmed the app is spent.
    shopNow().clock.advance(seconds(60))
    return { ...customer, secret: secret as string, recoveryCodes: body.recovery_codes as string[] }
  }

  async function withPasskey() {
    const customer = await aCustomer()
    const device = aDevice(origin)
    await addPasskey(customer.token, device)
    return { ...customer, device }
  }

  async function addPasskey(token: string, device: ReturnType<typeof aDevice>, name = "Phone") {
    const asked = (await post("passkeys/options", {}, token)).body
    return post("passkeys", { token: asked.token, credential: device.create(asked.options), name }, token)
  }

  const secondStepOf = async (email: string) =>
    (await v().signIn(email)).body.second_step as { token: string; methods: string[] }

  return { post, codeOf, aCustomer, withApp, withPasskey, addPasskey, secondStepOf }
}
