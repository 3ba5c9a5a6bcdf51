import { expect, inject, test } from "vitest"
import { openTestEmbedded, openTestPostgres } from "#test/database.ts"
import { anEstate, oneOfEach } from "#test/estate.ts"
import { filledIn, type Operation, operationsOf, sampleOf } from "#test/operations.ts"
import { openShop } from "#test/shop.ts"
import { openSession } from "../auth/sessions.ts"
import type { OpenDatabase } from "./database.ts"

const hasPostgres = inject("postgresUrl") !== ""
test.skipIf(!hasPostgres)("every call of the API is answered as on PostgreSQL", async () => {
  const [here, there] = await Promise.all([answersOn(await openTestEmbedded()), answersOn(await openTestPostgres())])
  expect(here.length).toBeGreaterThan(200)
  const differences = here.flatMap((answer, at) => (answer === there[at] ? [] : [`${answer}\n${there[at]}`]))
  expect(differences).toEqual([])
})

/** The answers to a valid call of each operation, by the owner of everything in it and by each kind of staff. */
async function answersOn(database: OpenDatabase): Promise<string[]> {
  const shop = await openShop({}, { database })
  const { owner } = await anEstate(shop)
  const { m: moderator, s: admin } = await oneOfEach(shop)
  const operations = operationsOf(shop)
  const isRead = ({ method }: Operation) => method === "GET"
  const answers: string[] = []
  for (const operation of [...operations.filter(isRead), ...operations.filter((one) => !isRead(one))]) {
    for (const [who, as] of Object.entries({ owner, moderator, admin })) {
      const body = operation.body && !operation.isForm ? sampleOf(operation.body, { id: 1 }) : undefined
      const call = filledIn(operation, { language: "de" })
      let answer = await shop.call(call, { as, body })
      if (answer.status === 401) {
        // An earlier call has ended the session.
        as!.token = (await openSession(shop.app.store, as!.id, true, null)).token
        answer = await shop.call(call, { as, body })
      }
      answers.push(`${who}: ${operation.call} ${answer.status} ${whatStays(answer.raw.toString("utf8"))}`)
    }
  }
  await shop.close()
  return answers
}

/** An answer without what is random, and without times and addresses. */
function whatStays(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?|\b\d\d:\d\d\b/g, "time")
    .replace(/(?:127\.0\.0\.1|localhost):\d+/g, "address")
    .replace(/"(path":"M|ending":")[^"]+"/g, "code")
    .replace(/[\w-]{20,}|\d{6,}|vk_[\w-]+|(?<=")\w{4}-\w{4}-\w{4}(?=")/g, "random")
}
