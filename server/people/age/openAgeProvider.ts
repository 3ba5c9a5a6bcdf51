import type { Http } from "../../platform/http/http.ts"
import type { Settings } from "../../platform/settings.ts"
import { type AgeProvider, openIdProvider } from "./provider.ts"
import { sandboxProvider } from "./sandbox.ts"

/** Returns the configured provider, or the enabled sandbox (with its secret). Without either, nobody is verified. */
export function openAgeProvider(
  settings: Settings,
  http: Http,
): { provider: AgeProvider | null; sandboxSecret: string | null } {
  if (settings.ageProvider) {
    const { issuer, ...client } = settings.ageProvider
    const provider = openIdProvider({ ...client, name: new URL(issuer).host, isSandbox: false, issuer: () => issuer })
    return { provider, sandboxSecret: null }
  }
  if (!settings.ageSandbox) return { provider: null, sandboxSecret: null }
  const { provider, secret } = sandboxProvider(http)
  return { provider, sandboxSecret: secret }
}
