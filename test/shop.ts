import { mkdtempSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { InjectOptions } from "fastify"
import * as sessions from "#server/platform/auth/sessions.ts"
import { users } from "#server/platform/auth/tables.ts"
import { uuidv7 } from "#server/platform/auth/uuid.ts"
import { readSettings } from "#server/platform/settings.ts"
import { recordCreated } from "#server/shopfront/catalog/stock.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { type App, buildApp, type Given } from "#server/start/app.ts"
import { testBucket } from "./bucket.ts"
import { type TestClock, testClock } from "./clock.ts"
import { openTestDatabase } from "./database.ts"
import { outsideTransactions, throwSecondHandle } from "./transactions.ts"

export interface TestPerson {
  id: number
  uuid: string
  email: string
  fullName: string
  token: string
}

export interface Answer<T> {
  status: number
  body: T
  headers: Record<string, string | string[] | number | undefined>
  raw: Buffer
}

export interface CallOptions {
  as?: TestPerson | string
  body?: unknown
  headers?: Record<string, string>
  payload?: InjectOptions["payload"]
}

export interface TestShop {
  app: App
  clock: TestClock
  /** Calls the API: `call("GET /api/dolls", { as: member })`. */
  call<T = any>(what: string, options?: CallOptions): Promise<Answer<T>>
  aUser(fields?: Partial<typeof users.$inferInsert>): Promise<TestPerson>
  anAdmin(adminType?: "super_admin" | "content_admin" | "financial_admin"): Promise<TestPerson>
  aModerator(): Promise<TestPerson>
  aDoll(fields?: Partial<typeof dolls.$inferInsert>): Promise<typeof dolls.$inferSelect>
  /** Returns the names of the stored files in a folder, relative to it. */
  filesIn(folder: string): Promise<string[]>
  close(): Promise<void>
}

export async function openShop(env: Record<string, string> = {}, given: Given = {}): Promise<TestShop> {
  const clock = testClock()
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-test-"))
  const settings = readSettings({
    LOG_LEVEL: "silent",
    DEMO: "0",
    PAYMENTS_SANDBOX: "public",
    RATE_LIMIT_SCALE: "1000",
    DATA_DIR: dataDir,
    ...(process.env.TEST_STORAGE === "bucket" ? testBucket() : {}),
    ...env,
  })
  const app = await buildApp(settings, { clock, database: await openTestDatabase(), pages: false, ...given })
  await app.http.ready()
  let count = 0

  const shop: TestShop = {
    app,
    clock,
    call: async (what, { as, body, headers, payload } = {}) => {
      const [method, url] = what.split(" ") as [InjectOptions["method"], string]
      const token = typeof as === "string" ? as : as?.token
      const request: InjectOptions = {
        method,
        url,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        payload: payload ?? (body === undefined ? undefined : JSON.stringify(body)),
      }
      const answer = await outsideTransactions(async () => await app.http.inject(request))
      const isPlain = answer.rawPayload.length > 0 && answer.headers["content-encoding"] === undefined
      const isJson = isPlain && String(answer.headers["content-type"] ?? "").includes("json")
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : answer.body,
        headers: answer.headers,
        raw: answer.rawPayload,
      } as Answer<any>
    },
    aUser: async (fields = {}) => {
      count++
      const now = clock.now()
      const [row] = await app.store.db
        .insert(users)
        .values({
          uuid: uuidv7(),
          email: `person${count}@demo.example`,
          fullName: `Person Number ${count}`,
          region: "eu",
          passwordHash: "none",
          createdAt: now,
          updatedAt: now,
          ...fields,
        })
        .returning()
      const { token } = await sessions.openSession(app.store, row!.id, true, null)
      return { id: row!.id, uuid: row!.uuid, email: row!.email, fullName: row!.fullName, token }
    },
    anAdmin: (adminType = "super_admin") =>
      shop.aUser({ role: "admin", adminType, region: "global", emailVerifiedAt: clock.now() }),
    aModerator: () => shop.aUser({ role: "moderator", emailVerifiedAt: clock.now() }),
    aDoll: async (fields = {}) => {
      count++
      const now = clock.now()
      const [row] = await app.store.db
        .insert(dolls)
        .values({
          name: `Piece ${count}`,
          description: "A glazed form on a turned stand.",
          category: "standard",
          heightCm: 160,
          priceCents: 30_000,
          createdAt: now,
          updatedAt: now,
          ...fields,
        })
        .returning()
      await recordCreated(app.store, [row!])
      return row!
    },
    filesIn: async (folder) => {
      const names = (await Array.fromAsync(app.storage.list())).map(({ name }) => name)
      return names.flatMap((name) => (name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1)] : [])).sort()
    },
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
      throwSecondHandle()
    },
  }
  return shop
}
