import * as z from "zod"
import { FlaggedContext } from "#contract/admin.ts"
import { Count, IdParams, Message } from "#contract/common.ts"
import { moderationTexts } from "#contract/memberText.ts"
import { FlaggedItem, FlaggedQuery, NewReport } from "#contract/moderation.ts"
import { assertAdmin, onlyAdmins } from "../auth/actor.ts"
import { anyFile } from "../chat/routes.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import { type Column, csvOrPage } from "../http/csv.ts"
import { once } from "../http/idempotency.ts"
import { addressOf } from "../http/limits.ts"
import type { PaymentContext } from "../payments/paymentContext.ts"
import { contextOf } from "./context.ts"
import { readEvidence } from "./evidence.ts"
import * as flagged from "./flagged.ts"
import { report } from "./reports.ts"

const docs = (summary: string) => ({ tags: ["Moderation"], summary })
const Done = z.null().describe("Done")
const queue = "/api/admin/flagged-messages"

type RoutesContext = Context & { paymentContext: PaymentContext }

export function moderationRoutes({ http, store, storage, limits, paymentContext }: RoutesContext): void {
  const fewAnHour = limits.make("reports", 5, hours(1))

  http.post(
    "/api/reports",
    {
      schema: {
        ...docs("Report a listing, a review, a video or a message"),
        body: NewReport,
        response: { 202: Message },
      },
    },
    async (request, reply) => {
      const address = addressOf(request)
      // Messages can be reported only by the participants of their room, and such writes are already limited.
      if (request.body.kind !== "message") await fewAnHour.take(address)
      await store.transaction((tx) => report(tx, request.actor, request.body, address))
      return reply.status(202).send({ message: moderationTexts.reported })
    },
  )

  http.get(
    queue,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: {
        ...docs("List flagged items"),
        querystring: FlaggedQuery,
        response: { 200: z.array(FlaggedItem) },
      },
    },
    (request, reply) => {
      const { actor, query } = request
      const table = { name: "flagged", columns: columns, rows: () => flagged.exportFlagged(store, actor, query) }
      return csvOrPage(request, reply, table, () => flagged.listFlagged(store, actor, query))
    },
  )
  http.get(
    `${queue}/count`,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Counts of what needs attention"), response: { 200: Count } },
    },
    async ({ actor }) => ({ count: await flagged.countFlagged(store, actor) }),
  )
  http.get(
    `${queue}/:id/context`,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: {
        ...docs("Messages around a flagged message; each read is recorded in the audit log"),
        params: IdParams,
        response: { 200: FlaggedContext },
      },
    },
    ({ actor, params }) => contextOf(store, actor, params.id),
  )
  http.get(
    `${queue}/:id/file`,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: {
        ...docs("The file of a flagged message or video; each read is recorded in the audit log"),
        params: IdParams,
        response: {
          200: { description: "As it was sent", content: anyFile },
        },
      },
    },
    async ({ actor, params }, reply) => {
      const { headers, content } = await readEvidence(store, storage, actor, params.id)
      return reply.headers(headers).send(content as never)
    },
  )
  http.post(
    `${queue}/:id/approve`,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Approve the flagged item"), params: IdParams, response: { 204: Done } },
    },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => flagged.approve(tx, actor, params.id, paymentContext.home()))
      return reply.status(204).send(null)
    },
  )
  http.post(
    `${queue}/:id/notify`,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Ask the model's moderator to review it"), params: IdParams, response: { 204: Done } },
    },
    async ({ actor, params, headers }, reply) => {
      assertAdmin(actor, "content_admin")
      const call = { headers, reply, scope: `notify user ${actor.id}`, body: params }
      await once(store, call, (finish) =>
        store.transaction(async (tx) => {
          await flagged.notify(tx, actor, params.id, paymentContext.home())
          return finish(tx, 204, null)
        }),
      )
      return reply.send(null)
    },
  )
  http.delete(
    `${queue}/:id/delete`,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Remove the flagged item"), params: IdParams, response: { 204: Done } },
    },
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
  { name: "file", of: (row) => row.file?.name },
  { name: "deleted_by_sender_at", of: (row) => row.deleted_at },
  { name: "reports", of: (row) => row.reports.map(({ reason }) => reason).join("; ") },
  { name: "notified_at", of: (row) => row.notified_at },
]
