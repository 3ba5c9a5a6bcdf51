import { and, eq, sql } from "drizzle-orm"
import { ownPaths, type Redirect, type RedirectForm, type RedirectsQuery, redirectTexts } from "#contract/redirects.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, guest } from "../../platform/auth/actor.ts"
import { inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { getDoll } from "../catalog/catalog.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { openVideo } from "../videos/viewers.ts"
import { addressOf, pathOf } from "./paths.ts"
import { redirects } from "./tables.ts"

type Row = typeof redirects.$inferSelect

const sorts: Record<RedirectsQuery["sort"], Order> = {
  newest: { by: redirects.id, down: true },
  oldest: { by: redirects.id },
  hits: { by: redirects.hits, down: true },
  hits_asc: { by: redirects.hits },
}
/** The number of redirects in a chain that are followed, so that a browser is sent to its end at once. */
const maxSteps = 10

export async function listRedirects(tx: Tx, actor: Actor, { q, skip, limit, sort }: RedirectsQuery) {
  assertAdmin(actor, "content_admin")
  const where = q ? sql`lower(${redirects.fromPath} || E'\\n' || ${redirects.toPath}) ~ ${searchPattern(q)}` : undefined
  const rows = await tx.db
    .select()
    .from(redirects)
    .where(where)
    .orderBy(...inOrder(redirects, sorts[sort]))
    .limit(limit)
    .offset(skip)
  return { items: rows.map(present), total: await tx.db.$count(redirects, where) }
}

export async function createRedirect(tx: Tx, actor: Actor, input: RedirectForm): Promise<Redirect> {
  assertAdmin(actor, "content_admin")
  const paths = await checked(tx, input, null)
  const now = tx.now()
  const [row] = await tx.db
    .insert(redirects)
    .values({ ...paths, createdAt: now, updatedAt: now })
    .returning()
  catalogChanged(tx)
  await audit(tx, actor, { action: "redirect.create", target: { kind: "redirect", id: row!.id }, after: paths })
  return present(row!)
}

export async function editRedirect(
  tx: Tx,
  actor: Actor,
  { id, input, seen }: { id: number; input: RedirectForm; seen: Precondition },
): Promise<Redirect> {
  assertAdmin(actor, "content_admin")
  const paths = await checked(tx, input, id)
  const row = await lock(tx, id)
  const change = differing(row, paths)
  if (Object.keys(change.after).length === 0) return present(row)
  assertVersion(seen, { version: row.version })
  const [edited] = await tx.db
    .update(redirects)
    .set({ ...paths, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(redirects.id, id))
    .returning()
  catalogChanged(tx)
  await audit(tx, actor, { action: "redirect.edit", target: { kind: "redirect", id }, ...change })
  return present(edited!)
}

export async function deleteRedirect(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  const { fromPath, toPath } = await lock(tx, id)
  await tx.db.delete(redirects).where(eq(redirects.id, id))
  catalogChanged(tx)
  const before = { fromPath, toPath }
  await audit(tx, actor, { action: "redirect.delete", target: { kind: "redirect", id }, before })
}

/** Returns where a path that has no page leads to now, through any chain of redirects; null for nowhere. */
export async function redirectOf(tx: Tx, path: string): Promise<string | null> {
  let target: string | null = null
  const seen = new Set<string>()
  for (let at = pathOf(path); at !== null && !seen.has(at) && seen.size < maxSteps; at = pathOf(target)) {
    seen.add(at)
    const [row] = await statement<{ to_path: string }>(
      tx,
      "redirect",
      "select to_path from redirects where from_path = $1",
      [at],
    )
    if (!row) break
    target = row.to_path
  }
  return target
}

/** Returns the paths as browsers write them. Locks the table: two changes together can make a loop. */
async function checked(
  tx: Tx,
  { from, to }: RedirectForm,
  own: number | null,
): Promise<Pick<Row, "fromPath" | "toPath">> {
  const [source, target] = [addressOf(from), addressOf(to)]
  if (!source) throw invalid("from", redirectTexts.form)
  if (source.search || source.hash) throw invalid("from", redirectTexts.plainPath)
  if (!target) throw invalid("to", redirectTexts.form)
  const [fromPath, path] = [pathOf(from)!, pathOf(to)!]
  if (await hasPage(tx, fromPath)) throw invalid("from", redirectTexts.own)
  if (fromPath === path) throw invalid("to", redirectTexts.itself)
  await tx.db.execute(sql`lock table redirects in share row exclusive mode`)
  const [taken] = await tx.db.select({ id: redirects.id }).from(redirects).where(eq(redirects.fromPath, fromPath))
  if (taken && taken.id !== own) throw invalid("from", redirectTexts.taken)
  const next = new Map(
    (await tx.db.select().from(redirects))
      .filter(({ id }) => id !== own)
      .map((row) => [row.fromPath, pathOf(row.toPath)!]),
  )
  let steps = 0
  for (let at: string | undefined = path; at !== undefined; at = next.get(at)) {
    if (at === fromPath || ++steps >= maxSteps) throw invalid("to", redirectTexts.loop)
  }
  if (/^\/model\/\d+$/.test(path) && !next.has(path) && !(await hasPage(tx, path))) {
    throw invalid("to", redirectTexts.noTarget)
  }
  return { fromPath, toPath: path + target.search + target.hash }
}

/** Returns whether the shop has a page at this path, as a guest sees it. */
async function hasPage(tx: Tx, path: string): Promise<boolean> {
  const [, first = "", id = ""] = path.split("/")
  if (path === "/") return true
  const page = first === "model" ? getDoll : first === "video" ? openVideo : null
  if (!page) return ownPaths.has(first)
  if (path !== `/${first}/${id}` || !/^[1-9]\d{0,8}$/.test(id)) return false
  return page(tx, guest, Number(id)).then(
    () => true,
    (error) => {
      if (error instanceof Refusal && error.code === "NOT_FOUND") return false
      throw error
    },
  )
}

async function lock(tx: Tx, id: number): Promise<Row> {
  const [row] = await tx.db
    .select()
    .from(redirects)
    .where(and(eq(redirects.id, id)))
    .for("update")
  if (!row) throw notFound(t`Redirect not found`)
  return row
}

function present({ id, fromPath, toPath, hits, lastHitAt, version, createdAt }: Row): Redirect {
  const last_hit_at = lastHitAt === null ? null : lastHitAt.toISOString()
  return { id, from: fromPath, to: toPath, hits, last_hit_at, version, created_at: createdAt.toISOString() }
}
