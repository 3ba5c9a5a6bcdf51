import { moderationTexts } from "#contract/texts.ts"
import type { Store, Tx } from "../db/store.ts"
import { staffCritical } from "../mail/letters.ts"
import { enqueue } from "../mail/outbox.ts"
import { Refusal } from "../refusal.ts"
import { type Category, type Kind, moderate, outcomeOf, type Verdict } from "./engine.ts"
import { putInQueue } from "./queue.ts"
import type { Remote, RemoteVerdict } from "./remote.ts"
import { moderationDecisions, moderationRechecks } from "./tables.ts"

/** What the features that take texts from people work with. */
export interface Moderation {
  /**
   * Before a text is stored or shown. Never inside a transaction: a remote engine, where one is set, is asked for up to 800 ms.
   * `recent` are the last five messages of the room, oldest first.
   */
  judge(input: ToJudge): Promise<Judgement>
  /** The same for a message of a chat; without a remote engine at once. */
  judgeMessage(input: Omit<ToJudge, "kind">): Promise<Judgement> | Judgement
  /** In the transaction that stores the text; for a blocked one in a transaction of its own, before it is refused. */
  record(tx: Tx, judgement: Judgement, about: About): Promise<void>
}

export interface ToJudge {
  kind: Kind
  text: string
  recent?: readonly string[]
}

export interface Judgement extends Verdict {
  /** The remote engine could not be asked: what the rules said stands, and is looked at again. */
  recheck: boolean
}

export interface About {
  kind: Kind
  /** Null when the text was blocked and is not stored. */
  subjectId: number | null
  roomId?: number | null
  authorId?: number | null
  /** Kept for the staff, only when it is stored nowhere else. */
  text: string
}

interface Given {
  remote: Remote | null
  /** What links in letters begin with. */
  home(): string
  support: string
}

export function openModeration({ remote, home, support }: Given): Moderation {
  const judge = (input: ToJudge): Promise<Judgement> | Judgement => {
    const local = moderate(input)
    // It could only raise what cannot be raised any more.
    if (!remote || local.freeze || input.text.trim() === "") return { ...local, recheck: false }
    return asked(remote, input, local)
  }
  const asked = async (remote: Remote, input: ToJudge, local: Verdict): Promise<Judgement> => {
    const begun = performance.now()
    const found = await remote.judge(input.text)
    return found ? raise(local, found, performance.now() - begun) : { ...local, recheck: true }
  }
  return {
    judge: async (input) => judge(input),
    judgeMessage: (input) => judge({ kind: "message", ...input }),
    record: (tx, judgement, about) => record(tx, judgement, about, { home, support }),
  }
}

/** Who judged a message about which there is nothing to do: kept with it, it needs no `record`. Null where it does. */
export function allowedBy({ decision, recheck, engine, version }: Judgement): string | null {
  return decision === "allow" && !recheck ? `${engine} ${version}` : null
}

/** The stricter of both in everything: another engine may see more, and never less. */
function raise(local: Verdict, { categories: seen, model }: RemoteVerdict, ms: number): Judgement {
  const categories = { ...local.categories }
  for (const [category, score] of Object.entries(seen) as [Category, number][]) {
    categories[category] = Math.max(categories[category] ?? 0, score)
  }
  return {
    ...local,
    ...outcomeOf(categories),
    engine: `${local.engine}+remote`,
    version: `${local.version}+${model}`,
    ms: local.ms + ms,
    recheck: false,
  }
}

/** What the sender is told: that, and not why, so that nobody learns how to get round it. */
export function refusalOf({ decision, freeze }: Verdict): Refusal | null {
  if (decision !== "block") return null
  return new Refusal("BLOCKED", freeze ? moderationTexts.frozen : moderationTexts.blocked)
}

/** For whoever may be in need: shown to the sender beside a message that was sent. */
export function helpFor({ categories }: Verdict): string | null {
  return categories.self_harm ? moderationTexts.help : null
}

async function record(tx: Tx, judgement: Judgement, about: About, { home, support }: Pick<Given, "home" | "support">) {
  const { decision, freeze, categories, engine, version } = judgement
  const subject = {
    kind: about.kind,
    subjectId: about.subjectId,
    roomId: about.roomId ?? null,
    authorId: about.authorId ?? null,
  }
  const now = tx.now()
  const [row] = await tx.db
    .insert(moderationDecisions)
    .values({ ...subject, decision, frozen: freeze, categories, engine, version, createdAt: now })
    .returning({ id: moderationDecisions.id })
  if (judgement.recheck && about.subjectId !== null) {
    await tx.db
      .insert(moderationRechecks)
      .values({ ...subject, subjectId: about.subjectId, nextAttemptAt: now, createdAt: now })
      .onConflictDoNothing()
  }
  if (decision === "allow") return
  const item = await putInQueue(tx, {
    ...subject,
    source: "engine",
    reason: reasonOf(judgement),
    critical: freeze,
    decisionId: row!.id,
    heldText: about.subjectId === null ? about.text : null,
  })
  if (freeze) await enqueue(tx, staffCritical({ to: support, itemId: item.id, url: `${home()}/admin?tab=flagged` }))
}

/**
 * Judges what somebody writes for everybody to see, before it is stored. What is not to be stored is recorded and refused; the
 * judgement of the rest is recorded by the caller, with what it stores.
 */
export async function admit(
  store: Store,
  moderation: Moderation,
  about: Pick<About, "kind" | "text"> & { authorId: number },
): Promise<Judgement> {
  const judgement = await moderation.judge(about)
  if (judgement.decision !== "block") return judgement
  await store.transaction((tx) => moderation.record(tx, judgement, { ...about, subjectId: null }))
  throw new Refusal("BLOCKED", moderationTexts.refused)
}

const names: Record<Category, string> = {
  minor_safety: "Points at minors",
  threat: "Threat",
  hate: "Hate",
  harassment: "Harassment",
  self_harm: "Somebody may be in need",
  illegal_goods: "Illegal goods",
  off_platform: "Contact or payment elsewhere",
  personal_data: "Personal data",
  spam: "Spam",
  non_consent: "Without consent",
}

function reasonOf({ categories, decision }: Verdict): string {
  const found = (Object.keys(categories) as Category[]).sort((a, b) => categories[b]! - categories[a]!)
  const named = found.map((category) => names[category]).join(", ")
  return decision === "block" ? `${named} (blocked)` : named
}
