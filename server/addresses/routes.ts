import * as z from "zod"
import { AddressForm, SavedAddress } from "#contract/addresses.ts"
import { IdParams } from "#contract/common.ts"
import { assertUser, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import * as addresses from "./addresses.ts"

const onRequest = only(assertUser)
const docs = (summary: string) => ({ tags: ["Accounts"], summary })

export function addressBookRoutes({ http, store }: Context): void {
  http.get(
    "/api/auth/addresses",
    { onRequest, schema: { ...docs("List the saved addresses"), response: { 200: z.array(SavedAddress) } } },
    ({ actor }) => addresses.listAddresses(store, actor),
  )
  http.post(
    "/api/auth/addresses",
    {
      onRequest,
      schema: { ...docs("Save an address"), body: AddressForm, response: { 200: SavedAddress, 201: SavedAddress } },
    },
    async ({ actor, body }, reply) => {
      const { created, address } = await store.transaction((tx) => addresses.addAddress(tx, actor, body))
      return reply.status(created ? 201 : 200).send(address)
    },
  )
  http.put(
    "/api/auth/addresses/:id",
    {
      onRequest,
      schema: { ...docs("Edit an address"), params: IdParams, body: AddressForm, response: { 200: SavedAddress } },
    },
    ({ actor, params, body }) => store.transaction((tx) => addresses.editAddress(tx, actor, params.id, body)),
  )
  http.delete(
    "/api/auth/addresses/:id",
    { onRequest, schema: { ...docs("Delete an address"), params: IdParams, response: { 204: z.null() } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => addresses.removeAddress(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
}
