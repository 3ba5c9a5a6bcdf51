import type { FastifyReply } from "fastify"
import * as z from "zod"
import { UploadFields } from "#contract/chat.ts"
import { text } from "#contract/common.ts"
import { maxChatFile } from "#contract/limits.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { assertSignedIn, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { matches } from "../../platform/http/preconditions.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import { parseFields, receive, uploadRoutes } from "../../platform/media/uploads.ts"
import * as canned from "./canned.ts"
import type { Chat } from "./chat.ts"
import { fileTypes, readFile, uploadLimits } from "./files.ts"
import * as messages from "./messages.ts"
import { assertMayRead, assertMayWrite, assertMember, assertModerator } from "./policy.ts"
import * as rooms from "./rooms.ts"
import { forMembers } from "./rows.ts"
import { type Sent, send, sendFile } from "./send.ts"

const route = routesOf("Chat")

export const anyFile = Object.fromEntries(Object.values(fileTypes).map((type) => [type, { schema: z.any() }]))
const forSender = ({ message, help }: Sent, actor: Actor) => ({
  ...(actor.kind === "person" && actor.role === "user" ? forMembers(message) : message),
  ...(help === null ? {} : { help }),
})

type ChatContext = Context & { chat: Chat }

export async function chatRoutes(context: ChatContext): Promise<void> {
  roomRoutes(context)
  messageRoutes(context)
  cannedReplyRoutes(context)
  await fileRoutes(context)
}

function roomRoutes({ http, store, chat: { facts } }: ChatContext): void {
  route(http, "POST /chat/rooms/", {
    summary: "Open the room of a model",
    onRequest: only(assertMember),
    status: [200, 201],
    handler: async ({ actor, body }, reply) => {
      const { room, isNew } = await rooms.openRoom(store, actor, body.doll_id, facts)
      return reply.status(isNew ? 201 : 200).send(room)
    },
  })
  route(http, "GET /chat/user/rooms/", {
    summary: "List own rooms",
    onRequest: only(assertMember),
    handler: async ({ actor, query }, reply) => withTotal(reply, await rooms.listOwnRooms(store, actor, query, facts)),
  })
  route(http, "GET /chat/moderator/rooms", {
    summary: "List rooms of the models assigned to the moderator",
    onRequest: only(assertModerator),
    handler: async ({ actor, query }, reply) =>
      withTotal(reply, await rooms.listModeratorRooms(store, actor, query, facts)),
  })
  route(http, "GET /chat/rooms/{id}", {
    summary: "A room with its newest messages",
    onRequest: only(assertMayRead),
    handler: ({ actor, params }) => rooms.getRoom(store, actor, params.id, facts),
  })
}

function messageRoutes({ http, store, chat: { sending, unread } }: ChatContext): void {
  route(http, "GET /chat/rooms/{id}/messages", {
    summary: "A page of messages, or the changes since; X-Head-Seq is the latest change",
    onRequest: only(assertMayRead),
    handler: async ({ actor, params, query }, reply) => {
      const { items, total, headSeq } = await messages.listMessages(store, actor, params.id, query)
      return reply.headers({ "x-head-seq": headSeq, "x-total-count": total }).send(items)
    },
  })
  route(http, "POST /chat/rooms/{id}/read", {
    summary: "Set the read mark",
    onRequest: only(assertMayRead),
    handler: ({ actor, params, body }) => messages.readUpTo(store, actor, params.id, body.last_message_id),
  })
  route(http, "POST /chat/messages/", {
    summary: "Send a text message",
    onRequest: only(assertMayWrite),
    status: [200, 201],
    handler: async ({ actor, body }, reply) => {
      const written = await send(sending, actor, body)
      return reply.status(written.isNew ? 201 : 200).send(forSender(written, actor))
    },
  })
  route(http, "DELETE /chat/messages/{id}", {
    summary: "Delete an own message",
    onRequest: only(assertMayRead),
    handler: ({ actor, params }) => store.transaction((tx) => messages.deleteMessage(tx, actor, params.id)),
  })
  route(http, "PATCH /chat/messages/{id}/flag", {
    summary: "Flag or unflag a message",
    onRequest: only(assertMayRead),
    handler: ({ actor, params, body }) =>
      store.transaction((tx) => messages.flagMessage(tx, actor, params.id, body.flagged)),
  })
  route(http, "GET /chat/unread-count", {
    summary: "Unread messages; with If-None-Match, 304 while unchanged",
    onRequest: only(assertSignedIn),
    others: { 304: z.null().describe("The same as before") },
    handler: async ({ actor, headers }, reply) => {
      const { etag, json } = await unread.of(actor)
      reply.headers({ etag, "cache-control": "private, no-cache" })
      if (matches(headers["if-none-match"], etag)) return (reply as FastifyReply).status(304).send() as never
      return reply
        .type("application/json; charset=utf-8")
        .serializer(String)
        .send(json as never)
    },
  })
}

function cannedReplyRoutes({ http, store }: ChatContext): void {
  route(http, "GET /chat/canned-replies", {
    summary: "List own saved replies",
    onRequest: only(assertModerator),
    handler: ({ actor }) => canned.listReplies(store, actor),
  })
  route(http, "POST /chat/canned-replies", {
    summary: "Save a reply",
    onRequest: only(assertModerator),
    status: 201,
    handler: ({ actor, body, headers }, reply) => {
      assertModerator(actor)
      return withIdempotencyKey(store, { headers, reply, scope: `canned-replies user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 201, await canned.addReply(tx, actor, body))),
      )
    },
  })
  route(http, "PATCH /chat/canned-replies/{id}", {
    summary: "Change a saved reply",
    onRequest: only(assertModerator),
    handler: ({ actor, params, body }) => canned.editReply(store, actor, { ...params, ...body }),
  })
  route(http, "DELETE /chat/canned-replies/{id}", {
    summary: "Delete a saved reply",
    onRequest: only(assertModerator),
    handler: ({ actor, params }) => canned.deleteReply(store, actor, params.id),
  })
}

async function fileRoutes({ http, store, storage, settings, chat }: ChatContext): Promise<void> {
  http.get(
    "/api/chat/files/:name",
    {
      onRequest: only(assertMayRead),
      schema: {
        tags: ["Chat"],
        summary: "A file of a message",
        params: z.object({ name: text().max(100) }),
        response: { 200: { description: "For whoever may enter the room it was sent in", content: anyFile } },
      },
    },
    async ({ actor, params }, reply) => {
      const { headers, content } = await readFile(store, storage, actor, params.name)
      return reply.headers(headers).send(content)
    },
  )
  await uploadRoutes(http, (scope) => {
    route(scope, "POST /chat/messages/{id}/upload", {
      summary: `Send a picture or a document: one file of at most ${maxChatFile} MB, and a client_id`,
      onRequest: only(assertMayWrite),
      config: { form: UploadFields },
      status: [200, 201],
      handler: async (request, reply) => {
        const { params } = request
        await chat.assertMayWrite(request.actor, params.id)
        const form = await receive(request, { dataDir: settings.dataDir, ...uploadLimits })
        const { actor } = request
        try {
          const { client_id: clientId = null } = parseFields(UploadFields, form.fields)
          const written = await sendFile(chat.sending, actor, { roomId: params.id, upload: form.files[0], clientId })
          return reply.status(written.isNew ? 201 : 200).send(forSender(written, actor))
        } finally {
          await form.discard()
        }
      },
    })
  })
}
