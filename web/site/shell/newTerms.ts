import type { User } from "#contract/accounts.ts"
import { type LegalPage, type LegalVersions, legalPages } from "#contract/legal.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { know, snapshot } from "../../platform/session/session.ts"
import { bar } from "./bar.ts"
import { drawn, put } from "./followShop.ts"

const changed: Record<LegalPage, string> = {
  terms: t`We've published a new version of our Terms of Service.`,
  privacy: t`We've published a new version of our Privacy Policy.`,
}

/** Tells customers of versions of the legal pages that were published since they agreed or were told. */
export function tellOfTerms(user: User, legal: LegalVersions): void {
  for (const name of legalPages) {
    const number = legal[name] ?? 0
    const id = `new-${name}`
    if (user.role !== "user" || number <= seenBy(user)[name]) put(null, id)
    else put(withDismissal(drawn({ ...bar, id, label: t`Notice` }, changed[name], `/${name}`), name, number), id)
  }
}

const seenBy = (user: User) => ({ terms: user.terms_seen, privacy: user.privacy_seen })

function withDismissal(aside: HTMLElement, name: LegalPage, number: number): HTMLElement {
  const button = document.createElement("button")
  Object.assign(button, { type: "button", className: `${bar.link} ms-3`, textContent: t`Dismiss` })
  button.addEventListener("click", () => {
    aside.remove()
    const now = snapshot()
    if (now.status !== "in") return
    const seen = { ...seenBy(now.user), [name]: number }
    know({ ...now.user, terms_seen: seen.terms, privacy_seen: seen.privacy })
    // A failure shows the bar again on the next page that is loaded.
    call("PUT /auth/seen-terms", { body: seen }).catch(() => undefined)
  })
  aside.firstElementChild!.append(button)
  return aside
}
