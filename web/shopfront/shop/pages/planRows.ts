import { lineOf } from "#contract/membership.ts"
import type { Membership as Plan } from "#contract/memberships.ts"
import { t } from "#contract/t.ts"

export interface PlanRow {
  name: string
  of(plan: Plan): string | true | undefined
}

/** Lines of the specification that say the same of each plan in other words. */
const support = [t`Email support`, t`Priority email support`, t`24/7 priority support`]
const videos = [t`Premium videos`, t`2 premium videos`]

/**
 * The rows of the comparison. The plan's numbers and the lines of the specification that belong together are one row
 * each; any other line is a row of its own. `true` is rendered as a tick, a missing value as a dash.
 */
export function rowsOf(plans: readonly Plan[], discounts: Partial<Record<Plan["level"], number>>): PlanRow[] {
  const among = (plan: Plan, lines: string[]) => plan.features.find((line) => lines.includes(line))
  const isKnown = (line: string, plan: Plan) =>
    [lineOf("{messages}", plan), lineOf("{photos}", plan), t`All models`, ...support, ...videos].includes(line)
  const others = plans.flatMap((plan) => plan.features.filter((line) => !isKnown(line, plan)))
  const rows: PlanRow[] = [
    { name: t`Messages`, of: ({ messages }) => String(messages ?? t`Unlimited`) },
    { name: t`Photos`, of: ({ photos }) => String(photos) },
    { name: t`Models`, of: () => t`All` },
    { name: t`Support`, of: (plan) => among(plan, support)?.replace(/ support$/, "") },
    { name: t`Premium videos`, of: (plan) => among(plan, videos) !== undefined || undefined },
    ...[...new Set(others)].map(
      (line): PlanRow => ({ name: line, of: ({ features }) => features.includes(line) || undefined }),
    ),
    {
      name: t`Off the price of every model`,
      of: ({ level }) => (discounts[level] ? `${discounts[level]}%` : undefined),
    },
  ]
  return rows.filter(({ of }) => plans.some((plan) => of(plan) !== undefined))
}
