import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@playwright/test"
import PostalMime from "postal-mime"

/** Letters leave one after another, each second; a busy machine takes longer. */
const patience = { timeout: 60_000 }

/** The text of the newest letter to somebody under this subject, once it is there; on one line. */
export async function letterTo(dataDir: string, to: string, subject: string): Promise<string> {
  const find = async () => {
    const letters = await lettersTo(dataDir, to)
    return letters.find((letter) => letter.subject === subject)?.text?.replace(/\s+/g, " ") ?? null
  }
  await expect.poll(find, patience).not.toBeNull()
  return (await find())!
}

/** The link in the newest letter to somebody. */
export async function linkFor(dataDir: string, to: string, path: string): Promise<string> {
  const find = async () => {
    for (const letter of await lettersTo(dataDir, to)) {
      const link = letter.text?.split(/\s+/).find((word) => word.includes(`${path}?oob_code=`))
      if (link) return link
    }
    return null
  }
  await expect.poll(find, patience).not.toBeNull()
  return (await find())!
}

/** The newest first. */
async function lettersTo(dataDir: string, to: string) {
  const outbox = join(dataDir, "outbox")
  if (!existsSync(outbox)) return []
  const files = readdirSync(outbox).sort().reverse()
  const letters = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(outbox, file)))))
  return letters.filter((letter) => letter.to?.some((one) => one.address === to))
}
