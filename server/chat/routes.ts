import type { FastifyReply } from "fastify"
import * as z from "zod"
import {
  CannedReply,
  Change,
  ChatMessage,
  ChatRoom,
  ChatRoomDetail,
  FlagMessage,
  MessageQuery,
  ModeratorRoomQuery,
  NewCannedReply,
  OpenRoom,
  ReadUpTo,
  RoomParams,
  RoomQuery,
  SendMessage,
  SentMessage,
  UploadFields,
} from "#contract/chat.ts"
import { IdParams, text } from "#contract/common.ts"
import { maxChatFile } from "#contract/limits.ts"
import { UnreadCount } from "#contract/sockets.ts"
import type { Actor } from "../auth/actor.ts"
import { assertSignedIn, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { once } from "../http/idempotency.ts"
import { matches } from "../http/preconditions.ts"
import { parseFields, receive, uploadRoutes } from "../media/uploads.ts"
import * as canned from "./canned.ts"
import type { Chat } from "./chat.ts"
import { fileTypes, readFile, uploadLimits } from "./files.ts"
import * as messages from "./messages.ts"
import { assertMayRead, assertMayWrite, assertMember, assertModerator } from "./policy.ts"
import * as rooms from "./rooms.ts"
import { forMembers } from "./rows.ts"
import { type Sent, send, sendFile } from "./send.ts"

const docs = (summary: string) => ({ tags: ["Chat"], summary })
const done = z.null().describe("Done")
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
  http.post(
    "/api/chat/rooms",
    {
      onRequest: only(assertMember),
      schema: { ...docs("Open the room of a model"), body: OpenRoom, response: { 200: ChatRoom, 201: ChatRoom } },
    },
    async ({ actor, body }, reply) => {
      const { room, isNew } = await rooms.openRoom(store, actor, body.doll_id, facts)
      return reply.status(isNew ? 201 : 200).send(room)
    },
  )
  http.get(
    "/api/chat/user/rooms",
    {
      onRequest: only(assertMember),
      schema: { ...docs("List own rooms"), querystring: RoomQuery, response: { 200: z.array(ChatRoom) } },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await rooms.listOwnRooms(store, actor, query, facts)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    "/api/chat/moderator/rooms",
    {
      onRequest: only(assertModerator),
      schema: {
        ...docs("List rooms of the models assigned to the moderator"),
        querystring: ModeratorRoomQuery,
        response: { 200: z.array(ChatRoom) },
      },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await rooms.listModeratorRooms(store, actor, query, facts)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    "/api/chat/rooms/:id",
    {
      onRequest: only(assertMayRead),
      schema: { ...docs("A room with its newest messages"), params: RoomParams, response: { 200: ChatRoomDetail } },
    },
    ({ actor, params }) => rooms.getRoom(store, actor, params.id, facts),
  )
}

function messageRoutes({ http, store, chat: { sending, unread } }: ChatContext): void {
  http.get(
    "/api/chat/rooms/:id/messages",
    {
      onRequest: only(assertMayRead),
      schema: {
        ...docs("A page of messages, or the changes since; X-Head-Seq is the latest change"),
        params: RoomParams,
        querystring: MessageQuery,
        response: { 200: z.array(Change) },
      },
    },
    async ({ actor, params, query }, reply) => {
      const { items, total, headSeq } = await messages.listMessages(store, actor, params.id, query)
      return reply.headers({ "x-head-seq": headSeq, "x-total-count": total }).send(items)
    },
  )
  http.post(
    "/api/chat/rooms/:id/read",
    {
      onRequest: only(assertMayRead),
      schema: { ...docs("Set the read mark"), params: RoomParams, body: ReadUpTo, response: { 204: done } },
    },
    async ({ actor, params, body }, reply) => {
      await messages.readUpTo(store, actor, params.id, body.last_message_id)
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/chat/messages",
    {
      onRequest: only(assertMayWrite),
      schema: { ...docs("Send a text message"), body: SendMessage, response: { 200: SentMessage, 201: SentMessage } },
    },
    async ({ actor, body }, reply) => {
      const written = await send(sending, actor, body)
      return reply.status(written.isNew ? 201 : 200).send(forSender(written, actor))
    },
  )
  http.delete(
    "/api/chat/messages/:id",
    {
      onRequest: only(assertMayRead),
      schema: { ...docs("Delete an own message"), params: IdParams, response: { 204: done } },
    },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => messages.deleteMessage(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
  http.patch(
    "/api/chat/messages/:id/flag",
    {
      onRequest: only(assertMayRead),
      schema: {
        ...docs("Flag or unflag a message"),
        params: IdParams,
        body: FlagMessage,
        response: { 200: ChatMessage },
      },
    },
    ({ actor, params, body }) => store.transaction((tx) => messages.flagMessage(tx, actor, params.id, body.flagged)),
  )
  http.get(
    "/api/chat/unread-count",
    {
      onRequest: only(assertSignedIn),
      schema: {
        ...docs("Unread messages; with If-None-Match, 304 while unchanged"),
        response: { 200: UnreadCount, 304: z.null().describe("The same as before") },
      },
    },
    async ({ actor, headers }, reply) => {
      const { etag, json } = await unread.of(actor)
      reply.headers({ etag, "cache-control": "private, no-cache" })
      if (matches(headers["if-none-match"], etag)) return (reply as FastifyReply).status(304).send() as never
      return reply
        .type("application/json; charset=utf-8")
        .serializer(String)
        .send(json as never)
    },
  )
}

function cannedReplyRoutes({ http, store }: ChatContext): void {
  http.get(
    "/api/chat/canned-replies",
    {
      onRequest: only(assertModerator),
      schema: { ...docs("List own saved replies"), response: { 200: z.array(CannedReply) } },
    },
    ({ actor }) => canned.listReplies(store, actor),
  )
  http.post(
    "/api/chat/canned-replies",
    {
      onRequest: only(assertModerator),
      schema: { ...docs("Save a reply"), body: NewCannedReply, response: { 201: CannedReply } },
    },
    ({ actor, body, headers }, reply) => {
      assertModerator(actor)
      return once(store, { headers, reply, scope: `canned-replies user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 201, await canned.addReply(tx, actor, body))),
      )
    },
  )
  http.patch(
    "/api/chat/canned-replies/:id",
    {
      onRequest: only(assertModerator),
      schema: {
        ...docs("Change a saved reply"),
        params: IdParams,
        body: NewCannedReply,
        response: { 200: CannedReply },
      },
    },
    ({ actor, params, body }) => canned.editReply(store, actor, { ...params, ...body }),
  )
  http.delete(
    "/api/chat/canned-replies/:id",
    {
      onRequest: only(assertModerator),
      schema: { ...docs("Delete a saved reply"), params: IdParams, response: { 204: done } },
    },
    async ({ actor, params }, reply) => {
      await canned.deleteReply(store, actor, params.id)
      return reply.status(204).send(null)
    },
  )
}

async function fileRoutes({ http, store, storage, settings, chat }: ChatContext): Promise<void> {
  http.get(
    "/api/chat/files/:name",
    {
      onRequest: only(assertMayRead),
      schema: {
        ...docs("A file of a message"),
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
    scope.post(
      "/api/chat/messages/:id/upload",
      {
        onRequest: only(assertMayWrite),
        schema: {
          ...docs(`Send a picture or a document: one file of at most ${maxChatFile} MB, and a client_id`),
          params: RoomParams,
          response: { 200: SentMessage, 201: SentMessage },
        },
        config: { form: UploadFields },
      },
      async (request, reply) => {
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
    )
  })
}
