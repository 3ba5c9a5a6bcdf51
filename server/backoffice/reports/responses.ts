import { eq } from "drizzle-orm"
import type { ReportQuery, ResponseReport, ResponseRow } from "#contract/reports.ts"
import { t } from "#contract/t.ts"
import { answeredByAll } from "../../conversation/chat/responseTimes.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import { chartOf, isIn, periodsOf, type Span } from "./period.ts"

interface Answers {
  messages: number
  answers: number
  waited: number
}

/** Returns how long members waited for replies, by moderator. */
export async function responseReport(store: Store, actor: Actor, query: ReportQuery): Promise<ResponseReport> {
  assertAdmin(actor)
  const { today, open } = await answeredByAll(store)
  const periods = periodsOf(query, today)
  const of = (span: Span) =>
    summed(
      store,
      span,
      open.filter(({ day }) => isIn(span, day)),
    )
  const [now, before] = [await of(periods.now), await of(periods.before)]
  const people = await store.db
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(eq(users.role, "moderator"))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const ids = new Set([...now.byModerator.keys(), ...before.byModerator.keys()])
  const rows = [...ids]
    .map((id) => rowOf(id, names.get(id) ?? t`Former moderator`, now.byModerator.get(id), before.byModerator.get(id)))
    .sort((a, b) => b.messages - a.messages || a.name.localeCompare(b.name))
  const [all, allBefore] = [now, before].map(({ byDay }) => [...byDay.values()].reduce(plus, none))
  const chart = (span: Span, byDay: Map<string, Answers>, total: Answers) => {
    const minutes = new Map([...byDay].map(([day, one]) => [day, minutesOf(one) ?? 0]))
    const found = chartOf(span, periods.by, minutes, minutesOf(total) ?? 0)
    return periods.by === "day"
      ? found
      : { ...found, points: found.points.map((point) => ({ ...point, value: monthMinutes(byDay, point.date) })) }
  }
  return {
    by: periods.by,
    now: chart(periods.now, now.byDay, all!),
    before: chart(periods.before, before.byDay, allBefore!),
    rows,
    total: rowOf(null, t`All moderators`, all, allBefore),
  }
}

const adding = `
  select moderator_id, to_char(day, 'YYYY-MM-DD') as day, sum(messages)::int as messages, sum(answers)::int as answers,
    sum(waited_seconds)::float8 as waited
  from moderator_days where day >= $1::date and day <= $2::date
  group by grouping sets ((moderator_id), (day))`

async function summed(store: Store, span: Span, open: (Answers & { moderator_id: number; day: string })[]) {
  const rows = await statement<Answers & { moderator_id: number | null; day: string | null }>(
    store,
    "response_sums",
    adding,
    [span.from, span.to],
  )
  const byModerator = new Map<number, Answers>()
  const byDay = new Map<string, Answers>()
  for (const { moderator_id, day, ...one } of [...rows, ...open.flatMap(both)]) {
    if (moderator_id !== null) byModerator.set(moderator_id, plus(byModerator.get(moderator_id), one))
    else byDay.set(day!, plus(byDay.get(day!), one))
  }
  return { byModerator, byDay }
}

const both = ({ moderator_id, day, messages, answers, waited }: Answers & { moderator_id: number; day: string }) => [
  { moderator_id, day: null, messages, answers, waited },
  { moderator_id: null, day, messages, answers, waited },
]

const none: Answers = { messages: 0, answers: 0, waited: 0 }
const plus = (a: Answers = none, b: Answers = none): Answers => ({
  messages: a.messages + b.messages,
  answers: a.answers + b.answers,
  waited: a.waited + b.waited,
})
/** Rounds to a tenth of a minute. */
const minutesOf = ({ answers, waited }: Answers = none) =>
  answers === 0 ? null : Math.round(waited / answers / 6) / 10
const monthMinutes = (byDay: Map<string, Answers>, month: string) =>
  minutesOf(
    [...byDay]
      .filter(([day]) => day.startsWith(month))
      .map(([, one]) => one)
      .reduce(plus, none),
  ) ?? 0

function rowOf(id: number | null, name: string, now: Answers = none, before: Answers = none): ResponseRow {
  const { messages, answers } = now
  return { id, name, messages, answers, minutes: minutesOf(now), minutes_before: minutesOf(before) }
}
