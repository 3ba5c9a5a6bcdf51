import { assertUser, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as addresses from "./addresses.ts"

const route = routesOf("Accounts")

const onRequest = only(assertUser)

export function addressBookRoutes({ http, store }: Context): void {
  route(http, "GET /auth/addresses", {
    summary: "List the saved addresses",
    onRequest,
    handler: ({ actor }) => addresses.listAddresses(store, actor),
  })
  route(http, "POST /auth/addresses", {
    summary: "Save an address",
    onRequest,
    status: [200, 201],
    handler: async ({ actor, body }, reply) => {
      const { created, address } = await store.transaction((tx) => addresses.addAddress(tx, actor, body))
      return reply.status(created ? 201 : 200).send(address)
    },
  })
  route(http, "PUT /auth/addresses/{id}", {
    summary: "Edit an address",
    onRequest,
    handler: ({ actor, params, body }) => store.transaction((tx) => addresses.editAddress(tx, actor, params.id, body)),
  })
  route(http, "DELETE /auth/addresses/{id}", {
    summary: "Delete an address",
    onRequest,
    handler: ({ actor, params }) => store.transaction((tx) => addresses.removeAddress(tx, actor, params.id)),
  })
}
