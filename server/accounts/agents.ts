import { eq } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { newSignIn } from "../mail/letters.ts"
import { enqueue, mayWriteTo } from "../mail/outbox.ts"
import type { House } from "./house.ts"
import { wants } from "./preferences.ts"
import { knownAgents } from "./tables.ts"

/** Remembers with what somebody signs in, and writes to them when it is new; the very first time sets the measure. */
export async function meetAgent(
  tx: Tx,
  { id, email }: { id: number; email: string },
  userAgent: string | null,
  house: House,
): Promise<void> {
  const agent = agentOf(userAgent)
  const known = await tx.db.select({ agent: knownAgents.agent }).from(knownAgents).where(eq(knownAgents.userId, id))
  if (known.some((one) => one.agent === agent)) return
  const firstSeenAt = tx.now()
  await tx.db.insert(knownAgents).values({ userId: id, agent, firstSeenAt }).onConflictDoNothing()
  if (known.length === 0 || !(await wants(tx, id, "mail_new_sign_in"))) return
  if (!(await mayWriteTo(tx, email, "new_sign_in", house.lettersAnHour))) return
  await enqueue(tx, newSignIn({ to: email, origin: house.origin, agent }))
}

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
]
const systems: [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone|iPad|iPod/, "iOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
]

/** "Firefox on Windows": what a person knows of it. The words are ours, so that a header cannot put its own into a letter. */
export function agentOf(userAgent: string | null): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1]
  const browser = nameIn(browsers) ?? "an unknown browser"
  const system = nameIn(systems)
  return system ? `${browser} on ${system}` : browser
}
