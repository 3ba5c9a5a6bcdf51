import { useLoaderData } from "react-router"
import { upgradeCopy } from "#contract/copy/upgrade.ts"
import { giftDays } from "#contract/limits.ts"
import { type Tier, tiers } from "#contract/membership.ts"
import { t } from "#contract/t.ts"
import { paidTexts } from "#contract/texts.ts"
import { pageMeta } from "../../../platform/meta/meta.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { Link } from "../../../platform/router.ts"
import { cx } from "../../../platform/ui/cx.ts"
import { money } from "../../../platform/ui/format.ts"
import { Check, Minus } from "../../../platform/ui/icons.ts"
import { Tag } from "../../../platform/ui/states.tsx"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { visitContext } from "../../../platform/visit.ts"
import type { Route } from "./+types/upgrade"
import { Join } from "./Join.tsx"

const words = wordsOf(upgradeCopy)

export const meta: Route.MetaFunction = (where) =>
  pageMeta(where, {
    title: t`Memberships`,
    description: words("upgrade_description"),
  })

export async function loader({ context }: Route.LoaderArgs) {
  return { discounts: await context.get(visitContext).services.memberDiscounts() }
}

interface Row {
  name: string
  of(tier: Tier): string | true | undefined
}

/** `true` is rendered as a tick, a missing value as a dash. */
const rows: Row[] = [
  { name: t`Messages`, of: ({ messages }) => String(messages ?? t`Unlimited`) },
  { name: t`Photos`, of: ({ photos }) => String(photos) },
  { name: t`Models`, of: () => t`All` },
  { name: t`Support`, of: (tier) => featureOf(tier, / support$/i)?.replace(/ support$/, "") },
  { name: t`Premium videos`, of: (tier) => has(tier, /videos$/i) },
  { name: t`Limited edition content`, of: (tier) => has(tier, /^limited/i) },
  { name: t`Chances of winning collectible items`, of: (tier) => has(tier, /^chances/i) },
]

function useRows(): Row[] {
  const { discounts } = useLoaderData<typeof loader>()
  if (Object.keys(discounts).length === 0) return rows
  const saved = ({ level }: Tier) => (discounts[level] ? `${discounts[level]}%` : undefined)
  return [...rows, { name: t`Off the price of every model`, of: saved }]
}

const featureOf = ({ features }: Tier, words: RegExp) => features.find((one) => words.test(one))
const has = (tier: Tier, words: RegExp) => featureOf(tier, words) !== undefined || undefined

export default function Upgrade() {
  return (
    <div className="tiers wrap pt-10 pb-8">
      <h1 className="font-display text-h1">{words("upgrade_title")}</h1>
      <p className="mt-4 max-w-measure text-ink-2 text-lead">{words("upgrade_lead")}</p>
      <Cards />
      <Table />
      <Notes />
    </div>
  )
}

function Cards() {
  return (
    <div className="mt-10 grid grid-cols-1 gap-6 md:hidden">
      {tiers.map((tier) => (
        <section
          key={tier.level}
          aria-labelledby={`card-${tier.level}`}
          className={cx("rounded-card border bg-surface p-[clamp(16px,5vw,24px)]", edges[tier.level])}
        >
          <div className="flex flex-wrap items-center gap-x-3">
            <h2 id={`card-${tier.level}`} className="font-display text-h2">
              {tier.name}
            </h2>
            <Marks tier={tier} />
          </div>
          <p className="mt-1 text-ink-2">{tier.description}</p>
          <Price tier={tier} />
          <Facts tier={tier} />
          <div className="mt-4">
            <Join tier={tier} />
          </div>
        </section>
      ))}
    </div>
  )
}

/** The table's rows for one tier, so that each fact has the same words everywhere. */
function Facts({ tier }: { tier: Tier }) {
  const included = useRows().flatMap(({ name, of }) => {
    const value = of(tier)
    return value === undefined ? [] : [{ name, value }]
  })
  return (
    <dl className="mt-5 divide-y divide-line border-line border-t text-ui">
      {included.map(({ name, value }) => (
        <div key={name} className="flex items-center justify-between gap-4 py-2">
          <dt className="min-w-0 text-ink-2">{name}</dt>
          <dd className="shrink-0 text-end font-medium">
            <Cell>{value}</Cell>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Table() {
  return (
    <table className="mt-10 hidden w-full table-fixed border-collapse md:table">
      <caption className="sr-only">{t`What each membership includes`}</caption>
      <colgroup>
        <col className="w-[22%]" />
      </colgroup>
      <thead>
        <tr>
          <td />
          {tiers.map((tier) => (
            <th
              key={tier.level}
              scope="col"
              className={cx(
                "border-t bg-surface px-4 pt-6 pb-5 lg:px-6 text-start align-top font-normal",
                edges[tier.level],
                sides[tier.level],
              )}
            >
              <span className="flex min-h-7 flex-wrap items-center gap-x-3">
                <span className="font-display text-h2">{tier.name}</span>
                <Marks tier={tier} />
              </span>
              <span className="mt-1 block text-ink-2 text-ui max-lg:min-h-[4.2em]">{tier.description}</span>
              <Price tier={tier} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {useRows().map(({ name, of }) => (
          <tr key={name}>
            <th scope="row" className="align-top font-medium text-ui">
              <div className="border-line border-t py-3.5 pe-4">{name}</div>
            </th>
            {tiers.map((tier) => (
              <td key={tier.level} className={cx("bg-surface px-4 align-top text-ui lg:px-6", sides[tier.level])}>
                <div className="border-line border-t py-3.5">
                  <Cell>{of(tier)}</Cell>
                </div>
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <td />
          {tiers.map((tier) => (
            <td
              key={tier.level}
              className={cx("border-b bg-surface px-4 pt-3 pb-6 align-top lg:px-6", sides[tier.level])}
            >
              <Join tier={tier} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Marks({ tier }: { tier: Tier }) {
  return (
    <>
      {tier.recommended && (
        <span className="if-not-vip">
          <Tag tone="plum">{t`Recommended`}</Tag>
        </span>
      )}
      <span className={marks[tier.level]}>
        <Tag tone="celadon">{t`Your level`}</Tag>
      </span>
    </>
  )
}

const marks: Record<Tier["level"], string> = { standard: "if-standard", vip: "if-vip", vvip: "if-vvip" }

function Cell({ children }: { children: string | true | undefined }) {
  if (typeof children === "string") return children
  return (
    <span className="flex h-[1.4em] items-center">
      {children ? (
        <Check aria-hidden size={18} className="text-celadon" />
      ) : (
        <Minus aria-hidden size={16} className="text-ink-3" />
      )}
      <span className="sr-only">{children ? t`Included` : t`Not included`}</span>
    </span>
  )
}

function Price({ tier }: { tier: Tier }) {
  return (
    <span className="mt-4 block">
      <span className="whitespace-nowrap font-semibold text-[1.75rem] tabular">{money(tier.price)}</span>
      <span className="ms-1 text-ink-3 text-ui md:max-lg:ms-0 md:max-lg:block">{t` for 30 days`}</span>
    </span>
  )
}

const edges: Record<Tier["level"], string> = {
  standard: "border-line",
  vip: "border-line shadow-[inset_0_4px_var(--accent)]",
  vvip: "border-gilt",
}
// The first of two cells draws their shared edge, so VIP leaves its right one to VVIP.
const sides: Record<Tier["level"], string> = {
  standard: "border-line border-x",
  vip: "border-line border-s",
  vvip: "border-gilt border-x",
}

function Notes() {
  return (
    <section aria-labelledby="notes-title" className="mt-16">
      <h2 id="notes-title" className="font-display text-h2">
        {words("upgrade_notes")}
      </h2>
      <dl className="mt-6 grid gap-x-6 gap-y-8 md:grid-cols-2 xl:grid-cols-4">
        {notes().map(({ title, text }) => (
          <div key={title} className="border-line border-t pt-4">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const notes = () => [
  {
    title: words("upgrade_renewals"),
    text: words("upgrade_renewals_text"),
  },
  {
    title: t`Gifts`,
    text: (
      <Trans>
        A gift is a code that gives 30 days to whoever redeems it first, within {giftDays} days. Do you have one?{" "}
        <Link to="/redeem" className="link">
          Redeem it
        </Link>
        .
      </Trans>
    ),
  },
  {
    title: words("upgrade_no_renewal"),
    text: words("upgrade_no_renewal_text"),
  },
  {
    title: t`Payments are non-refundable`,
    text: (
      <Trans>
        {paidTexts.notCovered} You pay in crypto through our payment provider. Please read the{" "}
        <Link to="/terms" className="link">
          Terms of Service
        </Link>{" "}
        first.
      </Trans>
    ),
  },
]
