import { assertModerator } from "../../conversation/chat/policy.ts"
import { assertStaff, only, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import { moderatorDolls } from "../../shopfront/catalog/catalog.ts"
import { assign, unassign } from "./assignments.ts"
import { moderatorMetrics, ownMetrics } from "./metrics.ts"

const route = routesOf("Staff")

export function staffRoutes({ http, store }: Context): void {
  route(http, "GET /moderators/dashboard", {
    summary: "The moderator's own statistics",
    onRequest: only(assertModerator),
    handler: ({ actor }) => ownMetrics(store, actor),
  })
  route(http, "GET /moderators/{id}/metrics", {
    summary: "A moderator's statistics, for admins",
    onRequest: onlyAdmins(),
    handler: ({ actor, params }) => moderatorMetrics(store, actor, params.id),
  })
  route(http, "GET /moderators/{id}/dolls", {
    summary: "Models assigned to a moderator, for that moderator and for admins",
    onRequest: only(assertStaff),
    handler: async ({ actor, params, query }, reply) =>
      withTotal(reply, await moderatorDolls(store, actor, { ...params, ...query })),
  })
  route(http, "POST /moderators/{moderatorId}/dolls/{dollId}", {
    summary: "Assign a model to a moderator; 409 if it is assigned to another",
    onRequest: onlyAdmins("content_admin"),
    handler: (request) => store.transaction((tx) => assign(tx, request.actor, request.params)),
  })
  route(http, "DELETE /moderators/{moderatorId}/dolls/{dollId}", {
    summary: "Unassign a model from a moderator",
    onRequest: onlyAdmins("content_admin"),
    handler: (request) => store.transaction((tx) => unassign(tx, request.actor, request.params)),
  })
}
