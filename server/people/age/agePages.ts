import { addressIn, type Language, splitLanguage } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import { escapeHtml } from "../../platform/http/escapeHtml.ts"
import { plainPage } from "../../platform/http/plainPage.ts"
import { type Translate, translatorTo } from "../../platform/languages.ts"
import type { AgeCheckFault } from "./provider.ts"

export type AgePages = ReturnType<typeof createAgePages>

interface Shop {
  name(): string
  supportEmail: string
  /** The provider that checks the age; null while none is configured. */
  provider: { name: string; isSandbox: boolean } | null
}

type Outcome = AgeCheckFault | "under" | "expired"

/**
 * Renders the pages of an age check, in plain HTML without scripts. They show nothing of the catalogue: the visitor may
 * be a child. The pages use the language of the requested address `next`, or else that of the browser.
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
      const say = translatorTo(language)
      const main = provider ? askText(next, language, { shopName: name(), ...provider }) : closedText(say)
      return page(language, t`Age verification`, main)
    },
    outcome(outcome: Outcome, next: string, browser: Language): string {
      const language = languageFor(next, browser)
      return page(language, titles[outcome], outcomeText(outcome, next, translatorTo(language)))
    },
    sandbox: (browser: Language) => page(browser, t`Sandbox age check`, sandboxText(translatorTo(browser))),
    sandboxUnknown: (browser: Language) => page(browser, t`Unknown check`, unknownText(browser)),
  }

  function outcomeText(outcome: Outcome, next: string, say: Translate): string {
    const retry = outcome === "under" ? say(t`If that's a mistake, you can try again.`) : ""
    return `<h1>${say(titles[outcome])}</h1>
<p>${say(texts[outcome])} ${retry}</p>
<p><a class="button${outcome === "under" ? "" : " primary"}" href="${startFor(next)}">${say(t`Try again`)}</a></p>
<p class="meta">${say(t`Need help?`)} <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></p>`
  }
}

function languageFor(next: string, browser: Language): Language {
  const { language } = splitLanguage(next)
  return language === "en" ? browser : language
}

const titles: Record<Outcome, string> = {
  cancelled: t`Your age wasn't verified`,
  unavailable: t`Verification isn't available`,
  unreadable: t`Verification failed`,
  expired: t`This check has expired`,
  under: t`You must be 18 or older`,
}

const texts: Record<Outcome, string> = {
  cancelled: t`The check was cancelled. You can try again at any time.`,
  unavailable: t`The verification service isn't responding. Please try again in a few minutes.`,
  unreadable: t`We couldn't confirm the result. Please try again.`,
  expired: t`A check has to be completed within 30 minutes, once, and in the browser it was started in.`,
  under: t`The check says that you're under 18, so we can't let you in.`,
}

const startFor = (next: string) => escapeHtml(`/age/start?next=${encodeURIComponent(next)}`)

interface Asking {
  shopName: string
  /** The name of the provider. */
  name: string
  isSandbox: boolean
}

function askText(next: string, language: Language, { shopName, name, isSandbox }: Asking): string {
  const say = translatorTo(language)
  const then = isSandbox
    ? say(t`You'll continue on a test page that checks nothing, and then come back here.`)
    : say(t`You'll continue on ${name}, and then come back here.`)
  const only = t`${shopName} is for adults only. Where you are, we have to check that you're 18 or older before you can enter.`
  const login = addressIn(language, `/login?next=${encodeURIComponent(next)}`)
  return `<h1>${say(t`Verify your age`)}</h1>
<p>${escapeHtml(say(only))}</p>
<p><a class="button primary" href="${startFor(next)}">${say(t`Verify my age`)}</a></p>
<p>${escapeHtml(then)} ${say(t`We only keep that you're over 18, when this was checked and by whom.`)}</p>
<p>${say(t`Already verified with your account?`)} <a href="${escapeHtml(login)}">${say(t`Sign in`)}</a></p>`
}

const closedText = (say: Translate) => `<h1>${say(t`Age verification`)}</h1>
<p>${say(t`Where you are, we have to check that visitors are 18 or older. We can't do that at the moment, so the shop is closed there.`)}</p>
<p>${say(t`Please come back later.`)}</p>`

const sandboxText = (say: Translate) => `<h1>${say(t`Sandbox age check`)}</h1>
<p>${say(t`This is a test: nobody's age is checked. Choose what the provider reports to the shop.`)}</p>
<form method="post">
<button name="answer" value="over" class="primary">${say(t`I'm 18 or older`)}</button>
<button name="answer" value="under">${say(t`I'm under 18`)}</button>
<button name="answer" value="cancel">${say(t`Cancel`)}</button>
</form>`

function unknownText(language: Language): string {
  const say = translatorTo(language)
  return `<h1>${say(t`Unknown check`)}</h1>
<p>${say(t`This page was opened without a check that the shop has begun.`)}</p>
<p><a href="${addressIn(language, "/")}">${say(t`Back to the shop`)}</a></p>`
}

const legal = { "/underage": t`I'm under 18`, "/terms": t`Terms`, "/privacy": t`Privacy`, "/contact": t`Contact` }

function linksIn(language: Language): string {
  const say = translatorTo(language)
  const links = Object.entries(legal).map(([path, label]) => `<a href="${addressIn(language, path)}">${say(label)}</a>`)
  return `<p class="meta links">${links.join(" ")}</p>`
}
