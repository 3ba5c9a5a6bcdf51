import { escapeHtml } from "../http/escapeHtml.ts"
import { plainPage } from "../http/plainPage.ts"
import type { AgeCheckFault } from "./provider.ts"

export type AgePages = ReturnType<typeof createAgePages>

interface Shop {
  name(): string
  supportEmail: string
  /** Whom the visitor is sent to; null while nobody is configured. */
  provider: { name: string; isSandbox: boolean } | null
}

type Outcome = AgeCheckFault | "under" | "expired"

/**
 * The pages of an age check, in plain HTML without scripts. They show nothing of the catalogue: whoever sees them may be
 * a child.
 */
export function createAgePages({ name, supportEmail, provider }: Shop) {
  const page = (title: string, main: string) =>
    plainPage({ title, shopName: name(), main: `<section>\n${main}\n</section>\n${links}`, isNight: true })

  return {
    /** `next`: the address that was asked for. */
    ask: (next: string) => page("Age verification", provider ? askText(next, name(), provider) : closedText),
    outcome: (outcome: Outcome, next: string) => page(titles[outcome], outcomeText(outcome, next)),
    sandbox: () => page("Sandbox age check", sandboxText),
    sandboxUnknown: () => page("Unknown check", unknownText),
  }

  function outcomeText(outcome: Outcome, next: string): string {
    const retry = outcome === "under" ? "If that's a mistake, you can try again." : ""
    return `<h1>${titles[outcome]}</h1>
<p>${texts[outcome]} ${retry}</p>
<p><a class="button${outcome === "under" ? "" : " primary"}" href="${startFor(next)}">Try again</a></p>
<p class="meta">Need help? <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></p>`
  }
}

const titles: Record<Outcome, string> = {
  cancelled: "Your age wasn't verified",
  unavailable: "Verification isn't available",
  unreadable: "Verification failed",
  expired: "This check has expired",
  under: "You must be 18 or older",
}

const texts: Record<Outcome, string> = {
  cancelled: "The check was cancelled. You can try again at any time.",
  unavailable: "The verification service isn't responding. Please try again in a few minutes.",
  unreadable: "We couldn't confirm the result. Please try again.",
  expired: "A check has to be completed within 30 minutes, once, and in the browser it was started in.",
  under: "The check says that you're under 18, so we can't let you in.",
}

const startFor = (next: string) => escapeHtml(`/age/start?next=${encodeURIComponent(next)}`)

function askText(next: string, shopName: string, { name, isSandbox }: { name: string; isSandbox: boolean }): string {
  const who = isSandbox ? "a test page that checks nothing" : escapeHtml(name)
  return `<h1>Verify your age</h1>
<p>${escapeHtml(shopName)} is for adults only. Where you are, we have to check that you're 18 or older before you can enter.</p>
<p><a class="button primary" href="${startFor(next)}">Verify my age</a></p>
<p>You'll continue on ${who}, and then come back here. We only keep that you're over 18, when this was checked and by whom.</p>
<p>Already verified with your account? <a href="${escapeHtml(`/login?next=${encodeURIComponent(next)}`)}">Sign in</a></p>`
}

const closedText = `<h1>Age verification</h1>
<p>Where you are, we have to check that visitors are 18 or older. We can't do that at the moment, so the shop is closed there.</p>
<p>Please come back later.</p>`

const sandboxText = `<h1>Sandbox age check</h1>
<p>This is a test: nobody's age is checked. Choose what the provider reports to the shop.</p>
<form method="post">
<button name="answer" value="over" class="primary">I'm 18 or older</button>
<button name="answer" value="under">I'm under 18</button>
<button name="answer" value="cancel">Cancel</button>
</form>`

const unknownText = `<h1>Unknown check</h1>
<p>This page was opened without a check that the shop has begun.</p>
<p><a href="/">Back to the shop</a></p>`

const links = `<p class="meta links"><a href="/underage">I'm under 18</a> <a href="/terms">Terms</a> <a href="/privacy">Privacy</a> <a href="/contact">Contact</a></p>`
