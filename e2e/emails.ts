import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@playwright/test"
import PostalMime from "postal-mime"

/** Emails leave one after another, each second; a busy machine takes longer. */
const timeout = { timeout: 60_000 }

/** The text of the newest email to somebody under this subject, once it is there; on one line. */
export async function emailTextTo(dataDir: string, to: string, subject: string): Promise<string> {
  const find = async () => {
    const emails = await emailsTo(dataDir, to)
    return emails.find((email) => email.subject === subject)?.text?.replace(/\s+/g, " ") ?? null
  }
  await expect.poll(find, timeout).not.toBeNull()
  return (await find())!
}

/** The link in the newest email to somebody. */
export async function linkFor(dataDir: string, to: string, path: string): Promise<string> {
  const find = async () => (await linksFor(dataDir, to, path))[0] ?? null
  await expect.poll(find, timeout).not.toBeNull()
  return (await find())!
}

/** The links in the emails to somebody that have left, the newest first. */
export async function linksFor(dataDir: string, to: string, path: string): Promise<string[]> {
  const emails = await emailsTo(dataDir, to)
  const words = emails.flatMap((email) => email.text?.split(/\s+/) ?? [])
  return words.filter((word) => word.includes(`${path}?oob_code=`))
}

/** The newest first. */
async function emailsTo(dataDir: string, to: string) {
  const outbox = join(dataDir, "outbox")
  if (!existsSync(outbox)) return []
  // An email is written beside its name first.
  const files = readdirSync(outbox)
    .filter((file) => file.endsWith(".eml"))
    .sort()
    .reverse()
  const emails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(outbox, file)))))
  return emails.filter((email) => email.to?.some((one) => one.address === to))
}
