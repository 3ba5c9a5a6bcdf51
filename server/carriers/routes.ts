import * as z from "zod"
import { Carrier, CarrierForm } from "#contract/carriers.ts"
import { IdParams } from "#contract/common.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { createCarrier, editCarrier, listCarriers } from "./carriers.ts"

const docs = (summary: string) => ({ tags: ["Orders"], summary })

export function carrierRoutes({ http, store }: Context): void {
  http.get(
    "/api/admin/carriers",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: { ...docs("List carriers"), response: { 200: z.array(Carrier) } },
    },
    ({ actor }) => listCarriers(store, actor),
  )
  http.post(
    "/api/admin/carriers",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Add a carrier"), body: CarrierForm, response: { 201: Carrier } },
    },
    async ({ actor, body }, reply) =>
      reply.status(201).send(await store.transaction((tx) => createCarrier(tx, actor, body))),
  )
  http.put(
    "/api/admin/carriers/:id",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Edit a carrier"), params: IdParams, body: CarrierForm, response: { 200: Carrier } },
    },
    ({ actor, params, body }) => store.transaction((tx) => editCarrier(tx, actor, params.id, body)),
  )
}
