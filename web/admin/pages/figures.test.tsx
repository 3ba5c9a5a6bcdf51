// @vitest-environment happy-dom
import { screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { User } from "#contract/accounts.ts"
import type { Address } from "../../platform/router.ts"
import { aCustomer, usual } from "../../testing/data.ts"
import { type Answers, answer, open } from "../../testing/page.tsx"

const boss: User = { ...aCustomer, role: "admin", admin_type: "super_admin" }
const sums = { orders: 1, pieces: 1, paid: 400, refunded: 100, net: 300, net_before: 0 }
const money = { paid: 400, refunded: 100, net: 300, net_before: 0 }
const period = { from: "2026-10-02", to: "2026-10-31", points: [{ date: "2026-10-31", value: 300 }], total: 300 }
const chart = { by: "day" as const, now: period, before: period }
const point = { date: "2026-10-31", orders: 400, subscriptions: 20, refunds: 100, total: 320, payments: 2 }
const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`).slice(0, 10)
const level = { level: "total", started: 1, renewed: 0, ended: 0, ...money }
const answered = { id: null, name: "All moderators", messages: 1, answers: 1, minutes: 6, minutes_before: null }
const answers: Answers = {
  ...usual,
  "GET /auth/me": boss,
  "GET /admin/flagged-messages/count": { count: 0 },
  "GET /admin/orders/count": { count: 0 },
  "GET /admin/returns/count": { count: 0 },
  "GET /admin/setup": { steps: [], missing: [] },
  "GET /admin/recent-activity": { activities: [], total: 0 },
  "GET /admin/dashboard-stats": {
    total_users: 3,
    active_models: 2,
    active_subscriptions: 1,
    monthly_revenue: 320,
    flagged_messages: 0,
    active_moderators: 1,
    users_change: "",
    models_change: "",
    subscriptions_change: "",
    revenue_change: "",
    flagged_change: "",
    moderators_change: "",
    currency: "USD",
    series: { months, users: [], subscriptions: [], revenue: [] },
  },
  "GET /admin/revenue": {
    currency: "USD",
    by: "day",
    points: [point],
    total: 320,
    previous: { points: [point], total: 320 },
  },
  "GET /admin/reports/sales": { ...chart, rows: [], total: { key: "", name: "Total", ...sums } },
  "GET /admin/reports/memberships": { ...chart, rows: [], total: level },
  "GET /admin/reports/responses": { ...chart, rows: [], total: answered },
}

const evening = () => vi.useFakeTimers({ now: new Date("2026-11-01T03:30:00Z"), toFake: ["Date"] })

beforeEach(() => {
  document.documentElement.dataset.zone = "America/Los_Angeles"
  answer(answers)
})
afterEach(() => {
  delete document.documentElement.dataset.zone
  vi.useRealTimers()
})

const ofRefunds = "minus their refunds, whenever those were made."
test.each<[Address, string[]]>([
  [
    "/admin?tab=dashboard",
    [
      "Accounts of customers, without staff.",
      "Customers who have a membership now.",
      "Orders and memberships paid since October 1, minus refunds made since then. Compared with the same days of last month.",
      "Waiting for a decision.",
      "Orders and memberships on the day they were paid, minus refunds on the day they were made. Reports count a refund on the day of its sale, and show memberships on their own. Days are in Los Angeles time.",
    ],
  ],
  [
    "/admin?tab=reports",
    [
      `Orders on the day they were paid, ${ofRefunds} Memberships are not included. The dashboard includes them, and counts a refund on the day it was made. Days are in Los Angeles time.`,
    ],
  ],
  [
    "/admin?tab=reports&report=memberships",
    [
      `Memberships on the day they were paid, ${ofRefunds} New members had no membership when they paid, renewed ones had one, and ended ones have none since. Days are in Los Angeles time.`,
    ],
  ],
  [
    "/admin?tab=reports&report=responses",
    [
      "From a member's first unanswered message to the reply, on the day of the reply. Deleted messages do not count. Days are in Los Angeles time.",
    ],
  ],
])("%s says of each figure what it counts, and in which time zone its days are", async (at, notes) => {
  evening()
  await open(at, { user: boss })
  for (const note of notes) expect(await screen.findByText(note)).toBeTruthy()
})

test.each([
  ["America/Los_Angeles", "2026-10-02", "2026-10-31"],
  ["UTC", "2026-10-03", "2026-11-01"],
])("the last 30 days of an evening of %s are those from %s to %s", async (zone, from, to) => {
  document.documentElement.dataset.zone = zone
  evening()
  await open("/admin?tab=reports&period=custom", { user: boss })
  expect((await screen.findByLabelText<HTMLInputElement>("From")).value).toBe(from)
  expect(screen.getByLabelText<HTMLInputElement>("To").value).toBe(to)
})
