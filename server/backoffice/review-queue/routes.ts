import { IdParams } from "#contract/common.ts"
import { moderationTexts } from "#contract/memberText.ts"
import type { FlaggedItem } from "#contract/moderation.ts"
import { anyFile } from "../../conversation/chat/routes.ts"
import { assertAdmin, onlyAdmins } from "../../platform/auth/actor.ts"
import { hours } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOrPage } from "../../platform/http/csv.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { addressOf } from "../../platform/http/limits.ts"
import { routesOf } from "../../platform/http/route.ts"
import type { PaymentContext } from "../../sales/payments/paymentContext.ts"
import { contextOf } from "./context.ts"
import { readEvidence } from "./evidence.ts"
import * as flagged from "./flagged.ts"
import { report } from "./reports.ts"

const route = routesOf("Moderation")

type RoutesContext = Context & { paymentContext: PaymentContext }

export function moderationRoutes({ http, store, storage, limits, paymentContext }: RoutesContext): void {
  const fewAnHour = limits.make("reports", 5, hours(1))

  route(http, "POST /reports", {
    summary: "Report a listing, a review, a video or a message",
    status: 202,
    handler: async (request) => {
      const address = addressOf(request)
      // Messages can be reported only by the participants of their room, and such writes are already limited.
      if (request.body.kind !== "message") await fewAnHour.take(address)
      await store.transaction((tx) => report(tx, request.actor, request.body, address))
      return { message: moderationTexts.reported }
    },
  })

  route(http, "GET /admin/flagged-messages", {
    summary: "List flagged items",
    onRequest: onlyAdmins("content_admin"),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = { name: "flagged", columns, rows: () => flagged.exportFlagged(store, actor, query) }
      return csvOrPage(request, reply, table, () => flagged.listFlagged(store, actor, query))
    },
  })
  route(http, "GET /admin/flagged-messages/count", {
    summary: "Counts of what needs attention",
    onRequest: onlyAdmins("content_admin"),
    handler: async ({ actor }) => ({ count: await flagged.countFlagged(store, actor) }),
  })
  route(http, "GET /admin/flagged-messages/{id}/context", {
    summary: "Messages around a flagged message; each read is recorded in the audit log",
    onRequest: onlyAdmins("content_admin"),
    handler: ({ actor, params }) => contextOf(store, actor, params.id),
  })
  http.get(
    "/api/admin/flagged-messages/:id/file",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: {
        tags: ["Moderation"],
        summary: "The file of a flagged message or video; each read is recorded in the audit log",
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
  route(http, "POST /admin/flagged-messages/{id}/approve", {
    summary: "Approve the flagged item",
    onRequest: onlyAdmins("content_admin"),
    handler: ({ actor, params }) =>
      store.transaction((tx) => flagged.approve(tx, actor, params.id, paymentContext.home())),
  })
  route(http, "POST /admin/flagged-messages/{id}/notify", {
    summary: "Ask the model's moderator to review it",
    onRequest: onlyAdmins("content_admin"),
    handler: async ({ actor, params, headers }, reply) => {
      assertAdmin(actor, "content_admin")
      const call = { headers, reply, scope: `notify user ${actor.id}`, body: params }
      await withIdempotencyKey(store, call, (finish) =>
        store.transaction(async (tx) => {
          await flagged.notify(tx, actor, params.id, paymentContext.home())
          return finish(tx, 204, null)
        }),
      )
    },
  })
  route(http, "DELETE /admin/flagged-messages/{id}/delete", {
    summary: "Remove the flagged item",
    onRequest: onlyAdmins("content_admin"),
    handler: ({ actor, params }) => store.transaction((tx) => flagged.remove(tx, actor, params.id)),
  })
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
