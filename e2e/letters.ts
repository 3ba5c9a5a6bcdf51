import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@playwright/test"
import PostalMime from "postal-mime"

/** The link in the newest letter to somebody. */
export async function linkFor(dataDir: string, to: string, path: string): Promise<string> {
  const find = async () => {
    const outbox = join(dataDir, "outbox")
    if (!existsSync(outbox)) return null
    for (const file of readdirSync(outbox).sort().reverse()) {
      const letter = await PostalMime.parse(readFileSync(join(outbox, file)))
      if (letter.to?.some((one) => one.address === to)) {
        const link = letter.text?.split(/\s+/).find((word) => word.includes(`${path}?oob_code=`))
        if (link) return link
      }
    }
    return null
  }
  await expect.poll(find).not.toBeNull()
  return (await find())!
}
