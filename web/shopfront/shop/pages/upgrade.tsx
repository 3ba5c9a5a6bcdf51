import { useState } from "react"
import { upgradeCopy } from "#contract/copy/upgrade.ts"
import { giftDays } from "#contract/limits.ts"
import { levelName } from "#contract/membership.ts"
import type { Membership as Plan, PlanDays } from "#contract/memberships.ts"
import { t } from "#contract/t.ts"
import { paidTexts } from "#contract/texts.ts"
import { language } from "../../../platform/language.ts"
import { pageMeta } from "../../../platform/meta/meta.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { Link } from "../../../platform/router.ts"
import { cx } from "../../../platform/ui/cx.ts"
import { SelectField } from "../../../platform/ui/Field.tsx"
import { money } from "../../../platform/ui/format.ts"
import { Check, Minus } from "../../../platform/ui/icons.ts"
import { Tag } from "../../../platform/ui/states.tsx"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { visitContext } from "../../../platform/visit.ts"
import type { Route } from "./+types/upgrade"
import { Join } from "./Join.tsx"
import { rowsOf } from "./planRows.ts"

const words = wordsOf(upgradeCopy)

/** The owner's words; another text where the owner has written none and the default would not be true. */
const wordsUnless = (name: keyof typeof upgradeCopy, isUntrue: boolean, other: string) =>
  isUntrue && words(name) === upgradeCopy[name] ? other : words(name)

export const meta: Route.MetaFunction = (where) =>
  pageMeta(where, { title: t`Memberships`, description: describe(where.loaderData?.plans ?? []) })

/** The owner's description, or the specification's as long as it is true of the plans that are sold. */
function describe(plans: readonly Plan[]): string {
  const sold = plans.filter((plan) => plan.sold)
  const isUsual =
    sold.length === 3 && sold.every(({ level, name, periods }) => name === levelName(level) && !periods[1])
  const names = new Intl.ListFormat(t`en-US`).format(sold.map(({ name }) => name))
  const others = sold.length === 0 ? noneSold : t`Memberships: ${names}. Chat with the moderator of any model.`
  return wordsUnless("upgrade_description", !isUsual, others)
}

const noneSold = t`No memberships are sold at the moment.`

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  return { discounts: await services.memberDiscounts(), plans: await services.plans(language) }
}

/** What all parts of the page show: the plans that are sold, their rows, and the length that was chosen of each. */
interface Offers {
  plans: Plan[]
  all: Plan[]
  rows: ReturnType<typeof rowsOf>
  daysOf(plan: Plan): PlanDays
  choose(plan: Plan, days: PlanDays): void
}

export default function Upgrade({ loaderData: { plans: all, discounts } }: Route.ComponentProps) {
  const [chosen, setChosen] = useState<Partial<Record<Plan["level"], PlanDays>>>({})
  const plans = all.filter(({ sold }) => sold)
  const offers: Offers = {
    plans,
    all,
    rows: rowsOf(plans, discounts),
    daysOf: ({ level }) => chosen[level] ?? 30,
    choose: ({ level }, days) => setChosen((before) => ({ ...before, [level]: days })),
  }
  const hasLengths = plans.some(({ periods }) => periods.length > 1)
  return (
    <div className="tiers wrap pt-10 pb-8">
      <h1 className="font-display text-h1">{words("upgrade_title")}</h1>
      <p className="mt-4 max-w-measure text-ink-2 text-lead">
        {wordsUnless(
          "upgrade_lead",
          hasLengths,
          t`Browsing is free and always will be. A membership lets you chat with moderators for as long as you choose. You pay once, in crypto, and it never renews automatically.`,
        )}
      </p>
      {plans.length === 0 ? (
        <p className="mt-10 text-ink-2">{noneSold}</p>
      ) : (
        <>
          <Cards {...offers} />
          <Table {...offers} />
        </>
      )}
      <Notes hasLengths={hasLengths} />
    </div>
  )
}

function Cards(offers: Offers) {
  return (
    <div className="mt-10 grid grid-cols-1 gap-6 md:hidden">
      {offers.plans.map((plan) => (
        <section
          key={plan.level}
          aria-labelledby={`card-${plan.level}`}
          className={cx("rounded-card border bg-surface p-[clamp(16px,5vw,24px)]", edges[plan.level])}
        >
          <div className="flex flex-wrap items-center gap-x-3">
            <h2 id={`card-${plan.level}`} className="wrap-anywhere font-display text-h2">
              {plan.name}
            </h2>
            <Marks plan={plan} />
          </div>
          <p className="mt-1 text-ink-2">{plan.description}</p>
          <Price plan={plan} {...offers} />
          <Facts plan={plan} {...offers} />
          <div className="mt-4">
            <Join plan={plan} days={offers.daysOf(plan)} plans={offers.all} />
          </div>
        </section>
      ))}
    </div>
  )
}

/** The table's rows for one plan, so that each fact has the same words everywhere. */
function Facts({ plan, rows }: Offers & { plan: Plan }) {
  const included = rows.flatMap(({ name, of }) => {
    const value = of(plan)
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

function Table(offers: Offers) {
  const { plans, rows } = offers
  // The first of two cells draws their shared edge, so VIP leaves its right one to VVIP.
  const sideOf = (plan: Plan) => (plan === plans.at(-1) ? ends[plan.level] : sides[plan.level])
  return (
    <table className="mt-10 hidden w-full table-fixed border-collapse md:table">
      <caption className="sr-only">{t`What each membership includes`}</caption>
      <colgroup>
        <col className="w-[22%]" />
      </colgroup>
      <thead>
        <tr>
          <td />
          {plans.map((plan) => (
            <th
              key={plan.level}
              scope="col"
              className={cx(
                "border-t bg-surface px-4 pt-6 pb-5 lg:px-6 text-start align-top font-normal",
                edges[plan.level],
                sideOf(plan),
              )}
            >
              <span className="flex min-h-7 flex-wrap items-center gap-x-3">
                <span className="wrap-anywhere font-display text-h2">{plan.name}</span>
                <Marks plan={plan} />
              </span>
              <span className="mt-1 block text-ink-2 text-ui max-lg:min-h-[4.2em]">{plan.description}</span>
              <Price plan={plan} {...offers} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, of }) => (
          <tr key={name}>
            <th scope="row" className="align-top font-medium text-ui">
              <div className="border-line border-t py-3.5 pe-4">{name}</div>
            </th>
            {plans.map((plan) => (
              <td key={plan.level} className={cx("bg-surface px-4 align-top text-ui lg:px-6", sideOf(plan))}>
                <div className="border-line border-t py-3.5">
                  <Cell>{of(plan)}</Cell>
                </div>
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <td />
          {plans.map((plan) => (
            <td key={plan.level} className={cx("border-b bg-surface px-4 pt-3 pb-6 align-top lg:px-6", sideOf(plan))}>
              <Join plan={plan} days={offers.daysOf(plan)} plans={offers.all} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Marks({ plan }: { plan: Plan }) {
  return (
    <>
      {plan.recommended && (
        <span className="if-not-vip">
          <Tag tone="plum">{t`Recommended`}</Tag>
        </span>
      )}
      <span className={marks[plan.level]}>
        <Tag tone="celadon">{t`Your level`}</Tag>
      </span>
    </>
  )
}

const marks: Record<Plan["level"], string> = { standard: "if-standard", vip: "if-vip", vvip: "if-vvip" }

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

function Price({ plan, daysOf, choose }: Offers & { plan: Plan }) {
  const days = daysOf(plan)
  const { price } = plan.periods.find((period) => period.days === days)!
  return (
    <>
      <span className="mt-4 block">
        <span className="whitespace-nowrap font-semibold text-[1.75rem] tabular">{money(price)}</span>
        <span className="ms-1 text-ink-3 text-ui md:max-lg:ms-0 md:max-lg:block">
          {days === 30 ? t` for 30 days` : t` for ${days} days`}
        </span>
      </span>
      {plan.periods.length > 1 && (
        <div className="mt-3">
          <SelectField
            label={t`Length of ${plan.name}`}
            value={days}
            onChange={({ target }) => choose(plan, Number(target.value) as PlanDays)}
          >
            {plan.periods.map((period) => (
              <option key={period.days} value={period.days}>
                {t`${lengthOf(period.days)}, ${money(period.price)}`}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </>
  )
}

const lengthOf = (days: PlanDays) => (days === 30 ? t`30 days` : t`${days / 30} months (${days} days)`)

const edges: Record<Plan["level"], string> = {
  standard: "border-line",
  vip: "border-line shadow-[inset_0_4px_var(--accent)]",
  vvip: "border-gilt",
}
const sides: Record<Plan["level"], string> = {
  standard: "border-line border-x",
  vip: "border-line border-s",
  vvip: "border-gilt border-x",
}
const ends: Record<Plan["level"], string> = { ...sides, vip: "border-line border-x" }

function Notes({ hasLengths }: { hasLengths: boolean }) {
  return (
    <section aria-labelledby="notes-title" className="mt-16">
      <h2 id="notes-title" className="font-display text-h2">
        {words("upgrade_notes")}
      </h2>
      <dl className="mt-6 grid gap-x-6 gap-y-8 md:grid-cols-2 xl:grid-cols-4">
        {notesOf(hasLengths).map(({ title, text }) => (
          <div key={title} className="border-line border-t pt-4">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const notesOf = (hasLengths: boolean) => [
  {
    title: words("upgrade_renewals"),
    text: words("upgrade_renewals_text"),
  },
  {
    title: t`Gifts`,
    text: hasLengths ? (
      <Trans>
        A gift is a code that gives the time you choose to whoever redeems it first, within {giftDays} days. Do you have
        one?{" "}
        <Link to="/redeem" className="link">
          Redeem it
        </Link>
        .
      </Trans>
    ) : (
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
    text: wordsUnless(
      "upgrade_no_renewal_text",
      hasLengths,
      t`There's nothing to cancel. When your time is over, your account returns to the Basic level with everything still in it.`,
    ),
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
