import * as z from "zod"
import { text } from "#contract/common.ts"
import { Business, EditBusiness, InvoicesQuery, OwnInvoice, SalesInvoice } from "#contract/invoicing.ts"
import { assertUser, only, onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { preconditionOf } from "../http/preconditions.ts"
import { editBusiness, getBusiness } from "./business.ts"
import { getOwnInvoice, listOwnInvoices } from "./invoices.ts"

const docs = (summary: string) => ({ tags: ["Invoices"], summary })

export function invoicingRoutes({ http, store }: Context): void {
  http.get(
    "/api/invoices",
    {
      onRequest: only(assertUser),
      schema: { ...docs("The caller's invoices"), querystring: InvoicesQuery, response: { 200: z.array(OwnInvoice) } },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await listOwnInvoices(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    "/api/invoices/:number",
    {
      onRequest: only(assertUser),
      schema: {
        ...docs("An invoice of the caller"),
        params: z.object({ number: text().max(40) }),
        response: { 200: SalesInvoice },
      },
    },
    ({ actor, params }) => getOwnInvoice(store, actor, params.number),
  )
  http.get(
    "/api/admin/business",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Business details on invoices and labels"), response: { 200: Business } },
    },
    ({ actor }) => getBusiness(store, actor),
  )
  http.patch(
    "/api/admin/business",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Change the business details"), body: EditBusiness, response: { 200: Business } },
    },
    (request) => {
      const input = { fields: request.body, seen: preconditionOf(request) }
      return store.transaction((tx) => editBusiness(tx, request.actor, input))
    },
  )
}
