import { addressIn, type Language, splitLanguage } from "#contract/languages.ts"
import { escapeHtml } from "../http/escapeHtml.ts"
import { plainPage } from "../http/plainPage.ts"
import { type Translate, translatorTo } from "../languages.ts"
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
 * a child. `next` is the address that was asked for: they are in its language, otherwise in that of the browser.
 */
export function createAgePages({ name, supportEmail, provider }: Shop) {
  const page = (language: Language, title: string, main: string) =>
    plainPage({
      language,
      title: translatorTo(language)(title),
      shopName: name(),
      main: `<section>\n${main}\n</section>\n${linksIn(language)}`,
      isNight: true,
    })

  return {
    ask(next: string, browser: Language): string {
      const language = languageFor(next, browser)
      const t = translatorTo(language)
      const main = provider ? askText(next, language, { shopName: name(), ...provider }) : closedText(t)
      return page(language, "Age verification", main)
    },
    outcome(outcome: Outcome, next: string, browser: Language): string {
      const language = languageFor(next, browser)
      return page(language, titles[outcome], outcomeText(outcome, next, translatorTo(language)))
    },
    sandbox: (browser: Language) => page(browser, "Sandbox age check", sandboxText(translatorTo(browser))),
    sandboxUnknown: (browser: Language) => page(browser, "Unknown check", unknownText(browser)),
  }

  function outcomeText(outcome: Outcome, next: string, t: Translate): string {
    const retry = outcome === "under" ? t("If that's a mistake, you can try again.") : ""
    return `<h1>${t(titles[outcome])}</h1>
<p>${t(texts[outcome])} ${retry}</p>
<p><a class="button${outcome === "under" ? "" : " primary"}" href="${startFor(next)}">${t("Try again")}</a></p>
<p class="meta">${t("Need help?")} <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></p>`
  }
}

function languageFor(next: string, browser: Language): Language {
  const { language } = splitLanguage(next)
  return language === "en" ? browser : language
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

interface Asking {
  shopName: string
  /** Of the provider. */
  name: string
  isSandbox: boolean
}

function askText(next: string, language: Language, { shopName, name, isSandbox }: Asking): string {
  const t = translatorTo(language)
  const then = isSandbox
    ? t("You'll continue on a test page that checks nothing, and then come back here.")
    : t(`You'll continue on ${name}, and then come back here.`)
  const only = `${shopName} is for adults only. Where you are, we have to check that you're 18 or older before you can enter.`
  const login = addressIn(language, `/login?next=${encodeURIComponent(next)}`)
  return `<h1>${t("Verify your age")}</h1>
<p>${escapeHtml(t(only))}</p>
<p><a class="button primary" href="${startFor(next)}">${t("Verify my age")}</a></p>
<p>${escapeHtml(then)} ${t("We only keep that you're over 18, when this was checked and by whom.")}</p>
<p>${t("Already verified with your account?")} <a href="${escapeHtml(login)}">${t("Sign in")}</a></p>`
}

const closedText = (t: Translate) => `<h1>${t("Age verification")}</h1>
<p>${t("Where you are, we have to check that visitors are 18 or older. We can't do that at the moment, so the shop is closed there.")}</p>
<p>${t("Please come back later.")}</p>`

const sandboxText = (t: Translate) => `<h1>${t("Sandbox age check")}</h1>
<p>${t("This is a test: nobody's age is checked. Choose what the provider reports to the shop.")}</p>
<form method="post">
<button name="answer" value="over" class="primary">${t("I'm 18 or older")}</button>
<button name="answer" value="under">${t("I'm under 18")}</button>
<button name="answer" value="cancel">${t("Cancel")}</button>
</form>`

function unknownText(language: Language): string {
  const t = translatorTo(language)
  return `<h1>${t("Unknown check")}</h1>
<p>${t("This page was opened without a check that the shop has begun.")}</p>
<p><a href="${addressIn(language, "/")}">${t("Back to the shop")}</a></p>`
}

const legal = { "/underage": "I'm under 18", "/terms": "Terms", "/privacy": "Privacy", "/contact": "Contact" }

function linksIn(language: Language): string {
  const t = translatorTo(language)
  const links = Object.entries(legal).map(([path, label]) => `<a href="${addressIn(language, path)}">${t(label)}</a>`)
  return `<p class="meta links">${links.join(" ")}</p>`
}
