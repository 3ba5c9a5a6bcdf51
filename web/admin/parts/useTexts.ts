import { useState } from "react"
import { type Language, languageNames } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import { ApiError, explain } from "../../platform/api/client.ts"
import { type Draft, draftOfState } from "../../platform/forms/drafts.ts"
import { preview } from "../../platform/ui/format.ts"
import type { Difference } from "./EditConflict.tsx"

/** What is typed, by `en.title` and so on. */
export type Fields = Record<string, string>

interface TextsOptions<Item> {
  opened: Item
  /** Distinguishes the drafts that the browser keeps. */
  kind: string
  typedOf(item: Item): Fields
  read(id: number): Promise<Item>
  write(item: Item, fields: Fields, headers: Record<string, string>): Promise<Item>
  labelOf(name: string): string
  /** The value of a field in a conflict; by default what is typed. */
  shownOf?(name: string, fields: Fields): string
}

/** The state of a form that edits the texts of something in all languages, and saves them before what else it does. */
export function useTexts<Item extends { id: number; version: number }>(options: TextsOptions<Item>) {
  const { opened, kind, typedOf, labelOf, shownOf = (name, of) => of[name] ?? "" } = options
  const [item, setItem] = useState(opened)
  const [fields, setFields] = useState<Fields>(() => typedOf(opened))
  const [theirs, setTheirs] = useState<Item>()
  const [language, setLanguage] = useState<Language>("en")
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const saved = typedOf(item)
  const isDirty = Object.keys(fields).some((name) => fields[name] !== saved[name])
  const write = (changed: Fields) => setFields((before) => ({ ...before, ...changed }))
  const took = (next: Item) => {
    setItem(next)
    setFields(typedOf(next))
    setTheirs(undefined)
    setErrors({})
  }

  /** Runs a call that changes the item. If somebody else has changed it meanwhile, the conflict is shown. */
  const attempt = async (title: string, run: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setTheirs(await options.read(item.id))
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0) showFaults(error.fields)
      else setFailure(`${title}. ${explain(error)}`)
    } finally {
      setBusy(false)
    }
  }
  /** Shows the messages at their fields, and opens the language of the first one. */
  const showFaults = (faults: Record<string, string>) => {
    const placed = Object.fromEntries(
      Object.entries(faults).map(([path, message]) => [path.replace(/^texts\./, ""), message]),
    )
    setErrors(placed)
    const [first] = Object.keys(placed)
    const named = languageNames.find((name) => first?.startsWith(`${name}.`))
    if (named) setLanguage(named)
    if (!Object.keys(placed).some((name) => name in fields)) setFailure(Object.values(placed)[0])
  }
  const headers = (version = item.version) => ({ "if-match": `"v${version}"` })
  const save = async (): Promise<Item> => {
    if (!isDirty) return item
    const next = await options.write(item, fields, headers())
    took(next)
    return next
  }
  /** Takes over the other admin's values of these fields. */
  const goOn = (take: string[]) => {
    const now = typedOf(theirs!)
    write(Object.fromEntries(take.map((name) => [name, now[name] ?? ""])))
    setItem(theirs!)
    setTheirs(undefined)
  }
  const draft: Draft = {
    ...draftOfState(`${kind}-${item.id}`, fields, saved, (typed) => write(typed as Fields)),
    version: item.version,
    discard: () => setFields(typedOf(theirs ?? item)),
  }
  const shown = (name: string, of: Fields) => preview(shownOf(name, of), 200) || t`empty`
  const differencesFrom = (now: Fields): Difference<string>[] =>
    Object.keys(saved)
      .filter((name) => now[name] !== saved[name])
      .map((name) => ({
        name,
        label: labelOf(name),
        now: shown(name, now),
        ...(fields[name] !== saved[name] && fields[name] !== now[name] ? { mine: shown(name, fields) } : {}),
      }))
  return {
    item,
    fields,
    write,
    text: (name: string) => fields[`${language}.${name}`] ?? "",
    language,
    setLanguage,
    errors,
    failure,
    busy,
    isDirty,
    took,
    attempt,
    headers,
    save,
    draft,
    goOn,
    /** What another admin has changed meanwhile; undefined for no conflict. */
    differences: theirs && differencesFrom(typedOf(theirs)),
  }
}
