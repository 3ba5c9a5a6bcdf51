import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { testBucket } from "#test/bucket.ts"

test("the bucket's client is loaded by a shop with a bucket, and by no other", async () => {
  const script = `
    import { registerHooks } from "node:module"
    const loaded = new Set()
    registerHooks({
      resolve: (name, context, next) => {
        if (/^@(?:aws-sdk|smithy)\\//.test(name)) loaded.add(name)
        return next(name, context)
      },
    })
    await import("#server/start/app.ts")
    const { openStorage } = await import("#server/platform/media/openStorage.ts")
    const { readSettings } = await import("#server/platform/settings.ts")
    const loadedBy = async (env) => {
      await openStorage(readSettings(env), console)
      return loaded.has("@aws-sdk/client-s3")
    }
    console.log(loaded.size, await loadedBy({}), await loadedBy(${JSON.stringify(testBucket())}))
  `
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script])
  expect(stdout.trim()).toBe("0 false true")
})
