import { flagReasonTexts } from "#contract/adminText.ts"
import { moderationTexts } from "#contract/memberText.ts"
import type { Store, Tx } from "../db/store.ts"
import { speaking } from "../languages.ts"
import { Refusal } from "../refusal.ts"
import { moderate } from "./engine/moderate.ts"
import type { Remote, RemoteVerdict } from "./engine/remote.ts"
import { blockFrom, holdFrom, type Kind, outcomeOf, type Verdict } from "./engine/verdict.ts"
import { approvedAt, type FlaggedRow, putInQueue } from "./queue.ts"
import { flagReasons } from "./reasons.ts"
import type { Category } from "./rules/category.ts"
import { moderationDecisions, moderationRechecks } from "./tables.ts"

export interface Moderation {
  /** Judges a text. Call it before the text is stored, outside any transaction: the remote engine may take 800 ms. */
  judge(input: ToJudge): Promise<Judgement>
  /** Judges a message; synchronous without a remote engine. */
  judgeMessage(input: Omit<ToJudge, "kind">): Promise<Judgement> | Judgement
  /** Records a judgement in the transaction that stores the text; a blocked text has a transaction of its own. */
  record(tx: Tx, judgement: Judgement, about: About): Promise<void>
}

export interface ToJudge {
  kind: Kind
  text: string
  /** The last five messages of the room, oldest first. */
  recent?: readonly string[]
  /** The timeout of the remote engine in milliseconds. */
  timeout?: number
}

export interface Judgement extends Verdict {
  /** True if the remote engine failed: the verdict of the rules counts, and the text is judged again later. */
  recheck: boolean
}

export interface About {
  kind: Kind
  /** Null if the text was blocked, and so not stored. */
  subjectId: number | null
  roomId?: number | null
  authorId?: number | null
  /** Stored for staff if it is stored nowhere else. */
  text: string
}

interface Options {
  remote: Remote | null
  /** Runs in the transaction of a critical finding. `closes` is true if the room is frozen and the author suspended. */
  onCritical(tx: Tx, item: FlaggedRow, closes: boolean): Promise<void>
}

export function openModeration({ remote, onCritical }: Options): Moderation {
  const judge = (input: ToJudge): Promise<Judgement> | Judgement => {
    const local = moderate(input)
    // A remote engine can only raise a score, and none is higher than this.
    if (!remote || local.freeze || input.text.trim() === "") return { ...local, recheck: false }
    return judgeRemotely(remote, input, local)
  }
  const judgeRemotely = async (remote: Remote, input: ToJudge, local: Verdict): Promise<Judgement> => {
    const startedAt = performance.now()
    const found = await remote.judge(input.text, input.recent ?? [], input.timeout)
    return found ? raise(local, found, performance.now() - startedAt) : { ...local, recheck: true }
  }
  return {
    judge: async (input) => judge(input),
    judgeMessage: (input) => judge({ kind: "message", ...input }),
    record: (tx, judgement, about) => record(tx, judgement, about, onCritical),
  }
}

/** Returns the engine that allowed a message, stored with it instead of a record; null if it needs a record. */
export function allowedBy({ decision, recheck, engine, version }: Judgement): string | null {
  return decision === "allow" && !recheck ? `${engine} ${version}` : null
}

/** Takes the higher score of both in each category. */
function raise(local: Verdict, { categories: remote, model }: RemoteVerdict, ms: number): Judgement {
  const categories = { ...local.categories }
  for (const [category, score] of Object.entries(remote) as [Category, number][]) {
    categories[category] = Math.max(categories[category] ?? 0, score)
  }
  // A room is frozen only if two readings agree.
  if (remote.minor_safety && (local.categories.minor_safety ?? 0) >= blockFrom) categories.minor_safety = 1
  const outcome = outcomeOf(categories)
  const agree = outcome.freeze && !local.freeze && local.why
  return {
    ...local,
    ...outcome,
    why: agree ? `${agree}, by the ${local.engine.replaceAll("+", ", the ")} and the remote engine` : local.why,
    engine: `${local.engine}+remote`,
    version: `${local.version}+${model}`,
    ms: local.ms + ms,
    recheck: false,
  }
}

/** Changes the judgement of a text that staff have approved although it was held back. */
export const approved = (judgement: Judgement): Judgement => ({ ...judgement, ...outcomeOf({}) })

/** Returns a refusal without a reason, so that it is no help for evasion. */
export function refusalOf({ decision, freeze }: Verdict): Refusal | null {
  if (decision !== "block") return null
  return new Refusal("BLOCKED", freeze ? moderationTexts.frozen : moderationTexts.blocked)
}

/** Returns where to find help, for somebody who may be in need. */
export function helpFor({ categories }: Verdict): string | null {
  return categories.self_harm ? moderationTexts.help : null
}

async function record(tx: Tx, judgement: Judgement, about: About, onCritical: Options["onCritical"]) {
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
  // Texts held for references to minors are decided first, and by super admins only.
  const critical = (categories.minor_safety ?? 0) >= holdFrom
  const item = await putInQueue(tx, {
    ...subject,
    source: "engine",
    reason: reasonOf(judgement),
    critical,
    decisionId: row!.id,
    heldText: about.subjectId === null ? about.text : null,
  })
  if (critical) await onCritical(tx, item, freeze)
}

/**
 * Judges a public text. Records and refuses a blocked one, unless staff have approved it; for any other the caller
 * records the judgement.
 */
export async function admit(
  store: Store,
  moderation: Moderation,
  about: Pick<About, "kind" | "text"> & { authorId: number },
): Promise<Judgement> {
  const judgement = await moderation.judge(about)
  if (judgement.decision !== "block") return judgement
  if (await approvedAt(store, about)) return approved(judgement)
  await store.transaction((tx) => moderation.record(tx, judgement, { ...about, subjectId: null }))
  throw new Refusal("BLOCKED", moderationTexts.refused, { reason: reasonOf(judgement) })
}

function reasonOf({ categories, decision, why }: Verdict): string {
  const found = (Object.keys(categories) as Category[]).sort((a, b) => categories[b]! - categories[a]!)
  const nameOf = (category: Category) =>
    category === "minor_safety" && why ? `${flagReasons[category]}: ${why}` : flagReasons[category]
  const named = found.map(nameOf).join(", ")
  // The reason is stored.
  return decision === "block" ? speaking("en", () => flagReasonTexts.blocked(named)) : named
}
