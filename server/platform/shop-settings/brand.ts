import { isDeepStrictEqual } from "node:util"
import { eq } from "drizzle-orm"
import {
  type Brand,
  type BrandForm,
  brandTexts,
  defaultLook,
  type Logo,
  type Look,
  ownColors,
  type PictureName,
  unreadable,
} from "#contract/brand.ts"
import { type Actor, assertAdmin } from "../auth/actor.ts"
import { nameOf } from "../auth/people.ts"
import type { Store, Tx } from "../db/store.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import { removeAfterCommit, type Storage } from "../media/storage.ts"
import type { Upload } from "../media/uploads.ts"
import { audit } from "../records/audit.ts"
import { invalid, Refusal } from "../refusal.ts"
import { folderOf, storeIcons, storeLogo } from "./brandPictures.ts"
import { lookOf } from "./shopSettings.ts"
import { settingsTopic, shopSettings } from "./tables.ts"

type Row = Pick<typeof shopSettings.$inferSelect, "brand" | "brandVersion" | "brandUpdatedBy" | "brandUpdatedAt">

export async function getBrand(tx: Tx, actor: Actor): Promise<Brand> {
  assertAdmin(actor, "super_admin")
  return present(tx, await read(tx))
}

/** Stores the pictures, and then the look with them. What is replaced is removed; so is all that is not published. */
export async function publishBrand(
  store: Store,
  storage: Storage,
  actor: Actor,
  { form, files, seen }: { form: BrandForm; files: Upload[]; seen: Precondition },
): Promise<Brand> {
  assertAdmin(actor, "super_admin")
  assertReadable(form)
  const colors = ownColors(form)
  const stored: string[] = []
  const picture = async (name: PictureName): Promise<Logo | null | undefined> => {
    const file = files.find(({ field }) => field === name)
    if (!file) return form[name] === "none" ? null : undefined
    const logo = await storeLogo(storage, name, file)
    stored.push(folderOf(logo.url))
    return logo
  }
  const icons = async () => {
    const file = files.find(({ field }) => field === "icon")
    if (!file) return form.icon === "none" ? null : undefined
    const folder = await storeIcons(storage, file, { colors })
    stored.push(folder)
    return `/${folder}`
  }
  try {
    const chosen = { logo: await picture("logo"), logo_dark: await picture("logo_dark"), icons: await icons() }
    const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
    return await store.transaction(async (tx) => {
      const row = await lock(tx)
      const look: Look = { ...lookOf(row), colors, corners: form.corners, faces: form.faces, ...given }
      if (look.logo_dark && !look.logo) throw invalid("logo_dark", brandTexts.darkAlone)
      return save(tx, storage, actor, { row, look, seen })
    })
  } catch (error) {
    for (const folder of stored) await storage.remove(folder).catch(() => {})
    throw error
  }
}

/** Takes back everything that makes the shop differ from a new one. */
export async function resetBrand(
  tx: Tx,
  storage: Storage,
  actor: Actor,
  { seen }: { seen: Precondition },
): Promise<Brand> {
  assertAdmin(actor, "super_admin")
  return save(tx, storage, actor, { row: await lock(tx), look: defaultLook, seen })
}

async function save(
  tx: Tx,
  storage: Storage,
  actor: Actor & { id: number },
  { row, look, seen }: { row: Row; look: Look; seen: Precondition },
): Promise<Brand> {
  const before = lookOf(row)
  if (isDeepStrictEqual(before, look)) return present(tx, row)
  assertVersion(seen, { version: row.brandVersion })
  const [changed] = await tx.db
    .update(shopSettings)
    .set({
      brand: isDeepStrictEqual(look, defaultLook) ? null : look,
      brandVersion: row.brandVersion + 1,
      brandUpdatedBy: actor.id,
      brandUpdatedAt: tx.now(),
    })
    .where(eq(shopSettings.id, 1))
    .returning()
  const names = (Object.keys(look) as (keyof Look)[]).filter((name) => !isDeepStrictEqual(before[name], look[name]))
  const only = (all: Look) => Object.fromEntries(names.map((name) => [name, all[name]]))
  await audit(tx, actor, {
    action: "brand.publish",
    target: { kind: "settings", id: null },
    before: only(before),
    after: only(look),
  })
  for (const folder of foldersOf(before)) {
    if (!foldersOf(look).includes(folder)) removeAfterCommit(tx, storage, folder)
  }
  tx.publish(settingsTopic, null)
  return present(tx, changed!)
}

function assertReadable(form: BrandForm): void {
  const found = unreadable(form)
  if (found.length === 0) return
  const errors = found.map(({ name, suggestion }) => ({ path: name, message: brandTexts.unreadable(suggestion) }))
  throw new Refusal("INVALID", errors[0]!.message, { errors })
}

const foldersOf = ({ logo, logo_dark, icons }: Look) =>
  [logo?.url, logo_dark?.url, icons && `${icons}/`].filter((url) => typeof url === "string").map(folderOf)

async function read(tx: Tx): Promise<Row> {
  const [row] = await tx.db.select().from(shopSettings).where(eq(shopSettings.id, 1))
  return row!
}

async function lock(tx: Tx): Promise<Row> {
  const [row] = await tx.db.select().from(shopSettings).where(eq(shopSettings.id, 1)).for("update")
  return row!
}

async function present(tx: Tx, row: Row): Promise<Brand> {
  return {
    ...lookOf(row),
    updated_at: row.brandUpdatedAt?.toISOString() ?? null,
    updated_by: await nameOf(tx, row.brandUpdatedBy),
    version: row.brandVersion,
  }
}
