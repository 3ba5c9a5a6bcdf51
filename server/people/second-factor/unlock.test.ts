import { mkdtempSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { aDevice } from "#test/authenticator.ts"
import { runCommand } from "#test/commands.ts"
import { secondFactorOf } from "#test/secondFactor.ts"
import { openShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { openDatabase } from "../../platform/db/open.ts"

const origin = "http://localhost:3000"
const unlock = (email: string, env: object) => runCommand(join(import.meta.dirname, "unlock.ts"), email, env)

test("a super admin who is locked out gets in again by a command, and nobody else does", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-unlock-"))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const settings = { databaseUrl: null, databaseReplicaUrl: null, databaseConnections: 1, dataDir }
  const open = async () =>
    openShop({ PUBLIC_URL: origin, DATA_DIR: dataDir }, { database: await openDatabase(settings) })

  const shop = await open()
  const [boss, content] = [await shop.anAdmin(), await shop.anAdmin("content_admin")]
  expect((await secondFactorOf(() => shop, origin).addPasskey(boss.token, aDevice(origin))).status).toBe(201)
  await shop.app.close()

  const env = { DATA_DIR: dataDir, PUBLIC_URL: origin }
  expect(await unlock(content.email, env)).toMatchObject({ code: 2, stdout: "" })
  const { code, stdout } = await unlock(boss.email.toUpperCase(), env)
  expect(code).toBe(0)
  const oob_code = new RegExp(`${origin}/reset-password\\?oob_code=([\\w-]+)`).exec(stdout)![1]

  const again = await open()
  const v = visitorsOf(again)
  expect(await v.statusOf(boss.token)).toBe(401)
  const body = { oob_code, new_password: "Glazed-Porcelain-8" }
  expect((await again.call("POST /api/auth/password-reset/confirm", { body })).status).toBe(204)
  const { user } = (await v.signIn(boss.email, "Glazed-Porcelain-8")).body
  expect(user.email).toBe(boss.email)
  await again.app.close()
})
