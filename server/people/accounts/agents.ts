import { eq } from "drizzle-orm"
import { knownAgents } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import { newSignIn, unknownBrowser } from "../../platform/mail/emails.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { wants } from "./preferences.ts"

/** Records the user agent of a sign-in and emails the owner when it is new; the first one ever is only recorded. */
export async function recordAgent(
  tx: Tx,
  { id, email }: { id: number; email: string },
  userAgent: string | null,
  context: RequestContext,
): Promise<void> {
  const agent = agentOf(userAgent)
  const known = await tx.db.select({ agent: knownAgents.agent }).from(knownAgents).where(eq(knownAgents.userId, id))
  if (known.some((one) => one.agent === agent)) return
  const firstSeenAt = tx.now()
  await tx.db.insert(knownAgents).values({ userId: id, agent, firstSeenAt }).onConflictDoNothing()
  if (known.length === 0 || !(await wants(tx, id, "mail_new_sign_in"))) return
  if (!(await canEmail(tx, email, "new_sign_in", context.emailsPerHour))) return
  await enqueue(tx, newSignIn({ to: email, origin: context.origin, agent }), context.language)
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

/** Returns, for example, "Firefox on Windows": fixed words, so that a header cannot inject text into an email. */
export function agentOf(userAgent: string | null): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1]
  const browser = nameIn(browsers) ?? unknownBrowser
  const system = nameIn(systems)
  return system ? `${browser} on ${system}` : browser
}
