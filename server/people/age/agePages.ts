import type { Look } from "#contract/brand.ts"
import { addressIn, type Language, splitLanguage } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import { escapeHtml } from "../../platform/http/escapeHtml.ts"
import { plainPage } from "../../platform/http/plainPage.ts"
import { said, speaking } from "../../platform/languages.ts"
import type { AgeCheckFault } from "./provider.ts"

export type AgePages = ReturnType<typeof createAgePages>

interface Shop {
  name(): string
  look(): Look
  supportEmail: string
  /** The provider that checks the age; null while none is configured. */
  provider: { name: string; isSandbox: boolean } | null
}

type Outcome = AgeCheckFault | "under" | "expired"

/**
 * Renders the pages of an age check, in plain HTML without scripts. They show nothing of the catalogue: the visitor may
 * be a child. The pages use the language of the requested address `next`, or else that of the browser.
 */
export function createAgePages({ name, look, supportEmail, provider }: Shop) {
  const page = (language: Language, write: () => [title: string, main: string]) =>
    speaking(language, () => {
      const [title, main] = write()
      return plainPage({
        language,
        title,
        shopName: name(),
        look: look(),
        main: `<section>\n${main}\n</section>\n${linksIn(language)}`,
        isNight: true,
      })
    })

  return {
    ask(next: string, browser: Language): string {
      const language = languageFor(next, browser)
      return page(language, () => [
        t`Age verification`,
        provider ? askText(next, language, { shopName: name(), ...provider }) : closedText(),
      ])
    },
    outcome(outcome: Outcome, next: string, browser: Language): string {
      const language = languageFor(next, browser)
      return page(language, () => [said(titles[outcome]), outcomeText(outcome, next)])
    },
    sandbox: (browser: Language) => page(browser, () => [t`Sandbox age check`, sandboxText()]),
    sandboxUnknown: (browser: Language) => page(browser, () => [t`Unknown check`, unknownText(browser)]),
  }

  function outcomeText(outcome: Outcome, next: string): string {
    const retry = outcome === "under" ? t`If that's a mistake, you can try again.` : ""
    return `<h1>${said(titles[outcome])}</h1>
<p>${said(texts[outcome])} ${retry}</p>
<p><a class="button${outcome === "under" ? "" : " primary"}" href="${startFor(next)}">${t`Try again`}</a></p>
<p class="meta">${t`Need help?`} <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></p>`
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
  const then = isSandbox
    ? t`You'll continue on a test page that checks nothing, and then come back here.`
    : t`You'll continue on ${name}, and then come back here.`
  const only = t`${shopName} is for adults only. Where you are, we have to check that you're 18 or older before you can enter.`
  const login = addressIn(language, `/login?next=${encodeURIComponent(next)}`)
  return `<h1>${t`Verify your age`}</h1>
<p>${escapeHtml(only)}</p>
<p><a class="button primary" href="${startFor(next)}">${t`Verify my age`}</a></p>
<p>${escapeHtml(then)} ${t`We only keep that you're over 18, when this was checked and by whom.`}</p>
<p>${t`Already verified with your account?`} <a href="${escapeHtml(login)}">${t`Sign in`}</a></p>`
}

const closedText = () => `<h1>${t`Age verification`}</h1>
<p>${t`Where you are, we have to check that visitors are 18 or older. We can't do that at the moment, so the shop is closed there.`}</p>
<p>${t`Please come back later.`}</p>`

const sandboxText = () => `<h1>${t`Sandbox age check`}</h1>
<p>${t`This is a test: nobody's age is checked. Choose what the provider reports to the shop.`}</p>
<form method="post">
<button name="answer" value="over" class="primary">${t`I'm 18 or older`}</button>
<button name="answer" value="under">${t`I'm under 18`}</button>
<button name="answer" value="cancel">${t`Cancel`}</button>
</form>`

function unknownText(language: Language): string {
  return `<h1>${t`Unknown check`}</h1>
<p>${t`This page was opened without a check that the shop has begun.`}</p>
<p><a href="${addressIn(language, "/")}">${t`Back to the shop`}</a></p>`
}

const legal = { "/underage": t`I'm under 18`, "/terms": t`Terms`, "/privacy": t`Privacy`, "/contact": t`Contact` }

function linksIn(language: Language): string {
  const links = Object.entries(legal).map(
    ([path, label]) => `<a href="${addressIn(language, path)}">${said(label)}</a>`,
  )
  return `<p class="meta links">${links.join(" ")}</p>`
}
