import { keys } from "./keys.ts"

type Values = Record<string, unknown>

/** The fields of a form that differ from what is saved: their input, and what was saved at that time. */
export interface Kept {
  /** Time of the last input, in milliseconds. */
  at: number
  typed: Values
  saved: Values
  /** The version of the record. */
  version?: string | number
}

export const draftLimits = { age: 7 * 24 * 60 * 60 * 1000, length: 100_000, count: 50 }

/** The account of a guest, whose drafts stay in the tab. */
export const nobody = "guest"

const prefix = `${keys.formDraft}:`
const nameOf = (account: string, of: string) => `${prefix}${account}:${of}`
const storageOf = (account: string) => (account === nobody ? sessionStorage : localStorage)

export function readDraft(account: string, of: string): Kept | undefined {
  forgetOldDrafts()
  return parsed(storageOf(account).getItem(nameOf(account, of)))
}

export const hasDraft = (account: string, of: string): boolean =>
  storageOf(account).getItem(nameOf(account, of)) !== null

export function keepDraft(account: string, of: string, draft: Omit<Kept, "at">): void {
  const known = parsed(storageOf(account).getItem(nameOf(account, of)))
  // Opening a form again does not make its draft newer.
  if (known && textOf(known.typed) === textOf(draft.typed) && textOf(known.saved) === textOf(draft.saved)) return
  const text = textOf({ at: Date.now(), ...draft })
  try {
    if (text.length <= draftLimits.length) storageOf(account).setItem(nameOf(account, of), text)
  } catch {
    // If the storage is full, the draft lasts as long as the page.
  }
}

export const forgetDraft = (account: string, of: string): void => storageOf(account).removeItem(nameOf(account, of))

/** Forgets the drafts of an account, or of all accounts if none is given, and those of a guest in this tab. */
export function forgetDrafts(account = ""): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of namesIn(storage)) {
      if (storage === sessionStorage || name.startsWith(prefix + account)) storage.removeItem(name)
    }
  }
}

/** Forgets drafts that are too old or unreadable, and the oldest if there are too many. */
export function forgetOldDrafts(): void {
  const found = namesIn(localStorage).map((name) => ({ name, at: parsed(localStorage.getItem(name))?.at ?? 0 }))
  found.sort((a, b) => b.at - a.at)
  for (const [index, { name, at }] of found.entries()) {
    if (index >= draftLimits.count || at < Date.now() - draftLimits.age) localStorage.removeItem(name)
  }
}

const namesIn = (storage: Storage) => Object.keys(storage).filter((name) => name.startsWith(prefix))

function parsed(text: string | null): Kept | undefined {
  try {
    const draft = JSON.parse(text ?? "null")
    return draft && typeof draft.at === "number" && draft.typed && draft.saved ? draft : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => JSON.stringify(value)
