import * as z from "zod"
import { ChatRoom, RoomParams } from "#contract/chat.ts"
import {
  AnswerRating,
  ChatRating,
  Colleague,
  FoundMessages,
  HandOver,
  MessageSearch,
  RatingQuestion,
  Snooze,
} from "#contract/desk.ts"
import { assertStaff, only } from "../auth/actor.ts"
import type { Chat } from "../chat/chat.ts"
import { assertMember, assertModerator } from "../chat/policy.ts"
import { hours, minutes } from "../clock.ts"
import type { Context } from "../context.ts"
import type { Moderation } from "../moderation/moderation.ts"
import { handOver, listColleagues } from "./handOver.ts"
import { answerQuestion, listRatings, readQuestion } from "./ratings.ts"
import { searchMessages } from "./search.ts"
import { snooze, wake } from "./snooze.ts"

const docs = (summary: string) => ({ tags: ["Chat"], summary })
const done = z.null().describe("Done")

export function deskRoutes(context: Context & { chat: Chat; moderation: Moderation }): void {
  const { http, store, limits, moderation } = context
  const { facts } = context.chat
  const searches = limits.make("messageSearches", 60, minutes(1))
  http.get(
    "/api/chat/moderator/messages",
    {
      onRequest: only(assertModerator),
      schema: {
        ...docs("Search the messages of the moderator's rooms, newest first"),
        querystring: MessageSearch,
        response: { 200: FoundMessages },
      },
    },
    async ({ actor, query }) => {
      assertModerator(actor)
      await searches.take(actor.id)
      return searchMessages(store, actor, query)
    },
  )
  http.get(
    "/api/chat/moderators",
    {
      onRequest: only(assertModerator),
      schema: { ...docs("Moderators to whom a room can be handed over"), response: { 200: z.array(Colleague) } },
    },
    ({ actor }) => listColleagues(store, actor, facts.online),
  )
  http.put(
    "/api/chat/rooms/:id/snooze",
    {
      onRequest: only(assertModerator),
      schema: {
        ...docs("Put a room off until a time, or until the member writes; 409 after an unseen message"),
        params: RoomParams,
        body: Snooze,
        response: { 200: ChatRoom },
      },
    },
    ({ actor, params, body }) => store.transaction((tx) => snooze(tx, actor, { ...params, ...body }, facts)),
  )
  http.delete(
    "/api/chat/rooms/:id/snooze",
    {
      onRequest: only(assertModerator),
      schema: { ...docs("Take a room back before its time"), params: RoomParams, response: { 200: ChatRoom } },
    },
    ({ actor, params }) => store.transaction((tx) => wake(tx, actor, params.id, facts)),
  )
  http.post(
    "/api/chat/rooms/:id/hand-over",
    {
      onRequest: only(assertModerator),
      schema: {
        ...docs("Hand a room over to another moderator, with a note"),
        params: RoomParams,
        body: HandOver,
        response: { 204: done },
      },
    },
    async ({ actor, params, body }, reply) => {
      await store.transaction((tx) => handOver(tx, actor, { ...params, ...body }))
      return reply.status(204).send(null)
    },
  )
  http.get(
    "/api/chat/rooms/:id/ratings",
    {
      onRequest: only(assertStaff),
      schema: {
        ...docs("How the member rated talks in a room, newest first"),
        params: RoomParams,
        response: { 200: z.array(ChatRating) },
      },
    },
    ({ actor, params }) => listRatings(store, actor, params.id),
  )
  http.get(
    "/api/chat/rooms/:id/rating",
    {
      onRequest: only(assertMember),
      schema: {
        ...docs("The question to the member after a talk, or null"),
        params: RoomParams,
        response: { 200: RatingQuestion },
      },
    },
    ({ actor, params }) => readQuestion(store, actor, params.id),
  )
  const ratings = limits.make("chatRatings", 20, hours(1))
  http.post(
    "/api/chat/rooms/:id/rating",
    {
      onRequest: only(assertMember),
      schema: {
        ...docs("Answer or dismiss that question"),
        params: RoomParams,
        body: AnswerRating,
        response: { 204: done },
      },
    },
    async ({ actor, params, body }, reply) => {
      assertMember(actor)
      await ratings.take(actor.id)
      await answerQuestion(store, moderation, actor, { roomId: params.id, ...body })
      return reply.status(204).send(null)
    },
  )
}
