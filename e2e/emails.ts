import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "@playwright/test"
import PostalMime from "postal-mime"

/** Emails are sent one per second, and a busy machine takes longer. */
const timeout = { timeout: 60_000 }

/** Waits for an email to somebody with this subject. Returns the text of the newest one on one line. */
export async function emailTextTo(dataDir: string, to: string, subject: string): Promise<string> {
  const find = async () => {
    const emails = await emailsTo(dataDir, to)
    return emails.find((email) => email.subject === subject)?.text?.replace(/\s+/g, " ") ?? null
  }
  await expect.poll(find, timeout).not.toBeNull()
  return (await find())!
}

/** Returns the link in the newest email to somebody. */
export async function linkFor(dataDir: string, to: string, path: string): Promise<string> {
  const find = async () => (await linksFor(dataDir, to, path))[0] ?? null
  await expect.poll(find, timeout).not.toBeNull()
  return (await find())!
}

/** Returns the links in the emails that were sent to somebody, newest first. */
export async function linksFor(dataDir: string, to: string, path: string): Promise<string[]> {
  const emails = await emailsTo(dataDir, to)
  const words = emails.flatMap((email) => email.text?.split(/\s+/) ?? [])
  return words.filter((word) => word.includes(`${path}?oob_code=`))
}

/** Newest first. */
async function emailsTo(dataDir: string, to: string) {
  const outbox = join(dataDir, "outbox")
  if (!existsSync(outbox)) return []
  // An email is first written under another name.
  const files = readdirSync(outbox)
    .filter((file) => file.endsWith(".eml"))
    .sort()
    .reverse()
  const emails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(outbox, file)))))
  return emails.filter((email) => email.to?.some((one) => one.address === to))
}
