import * as z from "zod"
import { day, Id } from "./common.ts"

export const salesReports = ["day", "model", "category", "country", "customers"] as const
export type SalesReportBy = (typeof salesReports)[number]

/** The days are in the shop's time zone, both included; by default the last thirty days. At most 1100 days. */
const period = { from: day().optional(), to: day().optional() }
export const ReportQuery = z.object(period)
export type ReportQuery = z.infer<typeof ReportQuery>
export const SalesReportQuery = z.object({ by: z.enum(salesReports).default("day"), ...period })
export type SalesReportQuery = z.infer<typeof SalesReportQuery>

/** A bar of the chart: a day, or a month (`2026-11`) where days would be too many. */
const Points = z.array(z.object({ date: z.string(), value: z.number() }))
const Period = z.object({ from: z.iso.date(), to: z.iso.date(), points: Points, total: z.number() })
const chart = { by: z.enum(["day", "month"]), now: Period, before: Period }
export type ReportPeriod = z.infer<typeof Period>

/**
 * Orders by the day they were paid; those of a category count once for each of their models. `net` is what was paid
 * less all refunds of it since; `net_before` that of the period before, which has as many days.
 */
export const SalesRow = z.object({
  key: z.string(),
  name: z.string(),
  orders: z.number().int(),
  pieces: z.number().int(),
  paid: z.number(),
  refunded: z.number(),
  net: z.number(),
  net_before: z.number(),
})
export type SalesRow = z.infer<typeof SalesRow>
export const SalesReport = z.object({ ...chart, rows: z.array(SalesRow), total: SalesRow })
export type SalesReport = z.infer<typeof SalesReport>

/**
 * Memberships by level. Buyers of `started` had no membership when they paid, those of `renewed` had one, of this level
 * or another; those of `ended` no longer have one. The chart shows net sales.
 */
export const MembershipRow = z.object({
  level: z.string(),
  started: z.number().int(),
  renewed: z.number().int(),
  ended: z.number().int(),
  paid: z.number(),
  refunded: z.number(),
  net: z.number(),
  net_before: z.number(),
})
export type MembershipRow = z.infer<typeof MembershipRow>
export const MembershipReport = z.object({ ...chart, rows: z.array(MembershipRow), total: MembershipRow })
export type MembershipReport = z.infer<typeof MembershipReport>

/**
 * VAT by country and rate (`DE 1900`, in hundredths of a percent). `sales` are the totals of the paid orders, `tax` is
 * the VAT in them and `refunded` that of their refunds.
 */
export const TaxRow = z.object({
  key: z.string(),
  name: z.string(),
  orders: z.number().int(),
  sales: z.number(),
  tax: z.number(),
  refunded: z.number(),
  net: z.number(),
  net_before: z.number(),
})
export type TaxRow = z.infer<typeof TaxRow>
export const TaxReport = z.object({ ...chart, rows: z.array(TaxRow), total: TaxRow })
export type TaxReport = z.infer<typeof TaxReport>

/** `minutes` is the mean time from a member's first unanswered message to the reply; null without replies. */
export const ResponseRow = z.object({
  id: Id.nullable(),
  name: z.string(),
  messages: z.number().int(),
  answers: z.number().int(),
  minutes: z.number().nullable(),
  minutes_before: z.number().nullable(),
})
export type ResponseRow = z.infer<typeof ResponseRow>
export const ResponseReport = z.object({ ...chart, rows: z.array(ResponseRow), total: ResponseRow })
export type ResponseReport = z.infer<typeof ResponseReport>
