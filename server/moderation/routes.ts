import * as z from "zod"
import { FlaggedContext } from "#contract/admin.ts"
import { IdParams, Message } from "#contract/common.ts"
import { FlaggedCount, FlaggedItem, FlaggedQuery, NewReport } from "#contract/moderation.ts"
import { moderationTexts } from "#contract/texts.ts"
import type { App } from "../app.ts"
import { hours } from "../clock.ts"
import { type Column, sendCsv, wantsCsv } from "../http/csv.ts"
import { addressOf } from "../http/limits.ts"
import { contextOf } from "./context.ts"
import * as flagged from "./flagged.ts"
import { report } from "./reports.ts"

const said = (summary: string) => ({ tags: ["Moderation"], summary })
const Done = z.null().describe("Done")
const queue = "/api/admin/flagged-messages"

export function moderationRoutes({ http, store, limits, desk }: App): void {
  const fewAnHour = limits.make("reports", 5, hours(1))

  http.post(
    "/api/reports",
    {
      schema: {
        ...said("Point at a listing, a review, a video or a message"),
        body: NewReport,
        response: { 202: Message },
      },
    },
    async (request, reply) => {
      const address = addressOf(request)
      // Messages can be reported by the two people of a room alone, and those are counted as every write is.
      if (request.body.kind !== "message") await fewAnHour.take(address)
      await store.transaction((tx) => report(tx, request.actor, request.body, address))
      return reply.status(202).send({ message: moderationTexts.reported })
    },
  )

  http.get(
    queue,
    {
      schema: {
        ...said("What waits for an admin"),
        querystring: FlaggedQuery,
        response: { 200: z.array(FlaggedItem) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request)) return sendCsv(reply, "flagged", columns, flagged.exportFlagged(store, actor, query))
      const { items, total } = await flagged.listFlagged(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    `${queue}/count`,
    { schema: { ...said("How much waits"), response: { 200: FlaggedCount } } },
    async ({ actor }) => ({ count: await flagged.countFlagged(store, actor) }),
  )
  http.get(
    `${queue}/:id/context`,
    {
      schema: {
        ...said("What was said around a flagged message; reading it is written down"),
        params: IdParams,
        response: { 200: FlaggedContext },
      },
    },
    ({ actor, params }) => contextOf(store, actor, params.id),
  )
  http.post(
    `${queue}/:id/approve`,
    { schema: { ...said("Keep it shown"), params: IdParams, response: { 204: Done } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => flagged.approve(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
  http.post(
    `${queue}/:id/notify`,
    { schema: { ...said("Ask its moderator to look at it"), params: IdParams, response: { 204: Done } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => flagged.notify(tx, actor, params.id, desk.home()))
      return reply.status(204).send(null)
    },
  )
  http.delete(
    `${queue}/:id/delete`,
    { schema: { ...said("Remove it"), params: IdParams, response: { 204: Done } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => flagged.remove(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
}

const columns: Column<FlaggedItem>[] = [
  { name: "id", of: (row) => row.id },
  { name: "created_at", of: (row) => row.created_at },
  { name: "kind", of: (row) => row.kind },
  { name: "critical", of: (row) => row.critical },
  { name: "reason", of: (row) => row.flag_reason },
  { name: "sources", of: (row) => row.sources.join("; ") },
  { name: "user", of: (row) => row.user },
  { name: "user_email", of: (row) => row.user_email },
  { name: "moderator", of: (row) => row.moderator },
  { name: "content", of: (row) => row.content },
  { name: "reports", of: (row) => row.reports.map(({ reason }) => reason).join("; ") },
  { name: "notified_at", of: (row) => row.notified_at },
]
