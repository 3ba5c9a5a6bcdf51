import type { Chat } from "../../conversation/chat/chat.ts"
import { assertMember, assertModerator } from "../../conversation/chat/policy.ts"
import { assertStaff, only } from "../../platform/auth/actor.ts"
import { hours, minutes } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { routesOf } from "../../platform/http/route.ts"
import type { Moderation } from "../../platform/moderation/moderation.ts"
import { handOver, listColleagues } from "./handOver.ts"
import { answerQuestion, listRatings, readQuestion } from "./ratings.ts"
import { searchMessages } from "./search.ts"
import { snooze, wake } from "./snooze.ts"

const route = routesOf("Chat")

export function deskRoutes(context: Context & { chat: Chat; moderation: Moderation }): void {
  const { http, store, limits, moderation } = context
  const { facts } = context.chat
  const searches = limits.make("messageSearches", 60, minutes(1))
  route(http, "GET /chat/moderator/messages", {
    summary: "Search the messages of the moderator's rooms, newest first",
    onRequest: only(assertModerator),
    handler: async ({ actor, query }) => {
      assertModerator(actor)
      await searches.take(actor.id)
      return searchMessages(store, actor, query)
    },
  })
  route(http, "GET /chat/moderators", {
    summary: "Moderators to whom a room can be handed over",
    onRequest: only(assertModerator),
    handler: ({ actor }) => listColleagues(store, actor, facts.online),
  })
  route(http, "PUT /chat/rooms/{id}/snooze", {
    summary: "Put a room off until a time, or until the member writes; 409 after an unseen message",
    onRequest: only(assertModerator),
    handler: ({ actor, params, body }) => store.transaction((tx) => snooze(tx, actor, { ...params, ...body }, facts)),
  })
  route(http, "DELETE /chat/rooms/{id}/snooze", {
    summary: "Take a room back before its time",
    onRequest: only(assertModerator),
    handler: ({ actor, params }) => store.transaction((tx) => wake(tx, actor, params.id, facts)),
  })
  route(http, "POST /chat/rooms/{id}/hand-over", {
    summary: "Hand a room over to another moderator, with a note",
    onRequest: only(assertModerator),
    handler: ({ actor, params, body }) => store.transaction((tx) => handOver(tx, actor, { ...params, ...body })),
  })
  route(http, "GET /chat/rooms/{id}/ratings", {
    summary: "How the member rated talks in a room, newest first",
    onRequest: only(assertStaff),
    handler: ({ actor, params }) => listRatings(store, actor, params.id),
  })
  route(http, "GET /chat/rooms/{id}/rating", {
    summary: "The question to the member after a talk, or null",
    onRequest: only(assertMember),
    handler: ({ actor, params }) => readQuestion(store, actor, params.id),
  })
  const ratings = limits.make("chatRatings", 20, hours(1))
  route(http, "POST /chat/rooms/{id}/rating", {
    summary: "Answer or dismiss that question",
    onRequest: only(assertMember),
    handler: async ({ actor, params, body }) => {
      assertMember(actor)
      await ratings.take(actor.id)
      await answerQuestion(store, moderation, actor, { roomId: params.id, ...body })
    },
  })
}
