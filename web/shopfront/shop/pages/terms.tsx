import { useLoaderData } from "react-router"
import { t } from "#contract/t.ts"
import { paidTexts, shippingTexts, supportTexts } from "#contract/texts.ts"
import { language } from "../../../platform/language.ts"
import { pageMeta } from "../../../platform/meta/meta.ts"
import { useSeller } from "../../../platform/meta/rootData.ts"
import { returnDays, shipsAsNew, shipsFree, supportHours } from "../../../platform/meta/shop.ts"
import { Link } from "../../../platform/router.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { visitContext } from "../../../platform/visit.ts"
import type { Route } from "./+types/terms"
import { OwnText } from "./OwnText.tsx"
import { builtinText, ownLinks, ownMeta } from "./ownText.ts"
import { type Chapter, Prose } from "./Prose.tsx"
import { sellerChapters } from "./Seller.tsx"
import { shippingTerms } from "./shippingTerms.ts"

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = await builtinText("terms", context, request)
  if (page) return { page, hasLengths: false }
  const plans = await context.get(visitContext).services.plans(language)
  return { page, hasLengths: plans.some(({ periods }) => periods.some(({ days }) => days !== 30)) }
}

export const links = ownLinks

export const meta: Route.MetaFunction = (where) =>
  ownMeta({ ...where, loaderData: where.loaderData?.page }) ??
  pageMeta(where, {
    title: t`Terms of Service`,
    description: t`The rules of the shop: adults only, payments, shipping, memberships, chat and moderation. Last updated ${supportTexts.termsUpdated}.`,
  })

// These are functions, because the shop's settings may change between renders.
const SupportHours = () => supportHours()
const Returns = () => shippingTexts.returns(returnDays())
const WhatPricesInclude = () =>
  shipsFree()
    ? t`Prices are in US dollars and include shipping.`
    : t`Prices are in US dollars. Shipping is added to them, and you see its price before you order.`
const ShippingTerms = () =>
  shipsAsNew()
    ? t`Shipping is always free. Handling takes 3-5 business days. Shipping takes 7-10 business days within the United States and 10-14 to all other countries. Cartons are plain and labels are neutral. Any import duties and taxes are paid by the recipient.`
    : t`${shippingTerms()} Cartons are plain and labels are neutral. Any import duties and taxes are paid by the recipient.`

function Longer() {
  const { hasLengths } = useLoaderData<typeof loader>()
  if (!hasLengths) return null
  return (
    <p>{t`A membership that you buy for longer lasts as many days as you paid for, in periods of 30 days. Each period has its own messages and photos.`}</p>
  )
}

const chapters: Chapter[] = [
  {
    id: "adults",
    title: t`Adults only`,
    text: (
      <p>
        <Trans>
          You must be 18 years or older to enter this website, have an account and make purchases. By entering, you
          confirm that you are. Every model depicts an adult. We reject any text, review or message that refers to
          minors, and we report what the law requires us to report. Accounts held by minors are closed.
        </Trans>
      </p>
    ),
  },
  {
    id: "account",
    title: t`Your account`,
    text: (
      <p>
        <Trans>
          Use your own name and an email address you check regularly. Keep your password to yourself: you are
          responsible for what happens in your account until you tell us otherwise. Each person may have one account. We
          may close accounts that break these terms, are used to deceive, or put others at risk.
        </Trans>
      </p>
    ),
  },
  {
    id: "orders",
    title: t`Orders and prices`,
    text: (
      <p>
        <Trans>
          <WhatPricesInclude /> An order locks in the prices and reserves the models for 60 minutes. It becomes binding
          when its payment is confirmed. If a payment arrives late, is too low or is in the wrong currency, we review it
          manually and contact you before anything else happens.
        </Trans>
      </p>
    ),
  },
  {
    id: "payments",
    title: t`Payments are non-refundable`,
    text: (
      <p>
        <Trans>
          Payments for orders and memberships are made in crypto through an external provider. <Returns /> Memberships
          can't be returned. {paidTexts.notCovered}
        </Trans>
      </p>
    ),
  },
  {
    id: "shipping",
    title: t`Shipping`,
    text: (
      <p>
        <ShippingTerms />
      </p>
    ),
  },
  {
    id: "memberships",
    title: t`Memberships`,
    text: (
      <>
        <p>
          <Trans>
            A membership lasts 30 days from payment and does not renew automatically. If you buy it again, the new
            period is added to your remaining days. When you upgrade, unused days are converted by price, and unused
            messages and photos are kept. Otherwise, messages and photos are counted per period and do not carry over.
            See <Link to="/upgrade">what each membership includes</Link>.
          </Trans>
        </p>
        <Longer />
      </>
    ),
  },
  {
    id: "conversation",
    title: t`Chat and moderation`,
    text: (
      <>
        <p>
          <Trans>
            You chat with moderators, who are real people. Please be respectful. Threats, harassment, anything involving
            minors, offers of sexual services, requests for payment outside the shop, and sharing other people's private
            data are not allowed.
          </Trans>
        </p>
        <p>
          <Trans>
            AI moderation flags content: software checks messages, reviews and images, and an administrator reviews what
            it flags and may keep it, remove it, or close the account. Software never closes an account on its own.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: "content",
    title: t`Your content`,
    text: (
      <p>
        <Trans>
          Your reviews and messages remain yours. You allow us to store and show them for their purpose: a review on the
          page of its model, with your first name and last initial, and a message to the people in the chat. You can
          edit or delete your reviews, and delete your messages.
        </Trans>
      </p>
    ),
  },
  {
    id: "ours",
    title: t`Our content`,
    text: (
      <p>
        <Trans>
          The images, videos, text and designs on this website belong to us or to the people who made them. You're
          welcome to share links. Please ask before using anything else.
        </Trans>
      </p>
    ),
  },
  {
    id: "liability",
    title: t`Liability`,
    text: (
      <p>
        <Trans>
          We take care to keep the shop running, but can't guarantee that it will be uninterrupted. We are liable for
          intent and gross negligence, and for injury to life, body and health. Beyond that, we are liable only for
          breaches of essential contractual obligations, limited to foreseeable damage. Your statutory rights as a
          consumer are not affected.
        </Trans>
      </p>
    ),
  },
  {
    id: "changes",
    title: t`Changes and contact`,
    text: (
      <>
        <p>
          <Trans>
            When we change these terms, we update the date above and email account holders before any change that
            affects them. Questions? <Link to="/contact">Contact us</Link>: <SupportHours />.
          </Trans>
        </p>
        <p>
          <a href="/licenses.txt">{t`Open source licenses`}</a>
        </p>
      </>
    ),
  },
]

export default function Terms({ loaderData }: Route.ComponentProps) {
  const seller = useSeller()
  const about = seller ? [sellerChapters.seller(seller), ...sellerChapters.disputes(seller)] : []
  if (loaderData.page) return <OwnText page={loaderData.page} of="terms" about={about} />
  return (
    <Prose
      title={t`Terms of Service`}
      updated={supportTexts.termsUpdated}
      lead={
        shipsFree()
          ? t`The short version: you are an adult, payments are non-refundable apart from returns, shipping is free and discreet, and AI moderation flags content that doesn't belong here. The rest is below, in plain language.`
          : t`The short version: you are an adult, payments are non-refundable apart from returns, shipping is discreet, and AI moderation flags content that doesn't belong here. The rest is below, in plain language.`
      }
      chapters={[...chapters, ...about]}
    />
  )
}
