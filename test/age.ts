import type { AgeRule, CountryRules } from "#contract/age.ts"
import type { App } from "#server/start/app.ts"
import type { TestPerson, TestShop } from "./shop.ts"
import { listen } from "./sockets.ts"

/** Settings of a server behind a proxy that names the country, with the sandbox as provider. */
export const behindProxy = { TRUST_PROXY: "1", COUNTRY_HEADER: "x-country", AGE_SANDBOX: "public" }

export const rule = (country: CountryRules[number]["country"], rule: AgeRule) => ({ country, rule })

export async function setRules(shop: TestShop, as: TestPerson, fields: object): Promise<void> {
  const { status, body } = await shop.call("PATCH /api/admin/settings", { as, body: fields })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** A browser with what an age check needs: it keeps cookies, but does not follow redirects. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #app: App
  readonly #headers: Record<string, string>

  constructor(app: App, headers: Record<string, string> = {}) {
    this.#app = app
    this.#headers = headers
  }

  async ask(address: string, init: { headers?: Record<string, string>; body?: string; method?: string } = {}) {
    const origin = await listen(this.#app)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await fetch(new URL(address, origin), {
      ...init,
      redirect: "manual",
      headers: { ...this.#headers, ...init.headers, ...(cookie && { cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value && !line.includes("Max-Age=0")) this.cookies.set(name!, value)
      else this.cookies.delete(name!)
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** Starts a check and lets the sandbox answer. Returns the address that leads back to the shop. */
  async check(answer: "over" | "under" | "cancel" = "over", next = "/models"): Promise<string> {
    const started = await this.ask(`/age/start?next=${encodeURIComponent(next)}`)
    const asked = await this.ask(started.headers.get("location")!)
    if (!asked.text.includes("Sandbox age check")) throw new Error(asked.text)
    const answered = await this.ask(started.headers.get("location")!, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `answer=${answer}`,
    })
    return answered.headers.get("location")!
  }

  /** Completes a check, including the way back to the shop. */
  async verify(): Promise<void> {
    const back = await this.ask(await this.check())
    if (back.status !== 303) throw new Error(`${back.status} ${back.text}`)
  }
}
