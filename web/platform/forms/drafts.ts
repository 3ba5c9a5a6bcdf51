import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form"
import { forgetDraft, hasDraft, type Kept, keepDraft, nobody, readDraft } from "../session/drafts.ts"
import { readToken, snapshot, useSession } from "../session/session.ts"

type Values = Kept["typed"]

/** What was saved when the draft was typed, if somebody else has since changed a field that the draft changes. */
export type Clash = Pick<Kept, "saved" | "version">

/** A form whose input is kept in the browser until it is saved. It must not have passwords, files or payment data. */
export interface Draft {
  /** Names the form and its record, such as `model-7`. */
  of: string
  /** Returns the current values of the fields. */
  typed(form: HTMLFormElement): Values
  /** Returns their values without unsaved changes, by the same names. */
  saved(form: HTMLFormElement): Values
  /** The version of the record that the changes are based on. */
  version?: string | number
  /** Whether the form shows a clash by itself. */
  showsClash?: boolean
  /** Writes restored fields into the form. */
  restore(typed: Values, clash: Clash | undefined, form: HTMLFormElement): void
  /** Puts the saved values back into the form. */
  discard(form: HTMLFormElement): void
}

export function draftOf<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  of: string,
  without: readonly Path<In>[] = [],
): Draft {
  const rest = (values: object): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !without.includes(name as Path<In>)))
  return {
    of,
    typed: () => rest(form.getValues()),
    saved: () => rest(form.formState.defaultValues ?? {}),
    restore: (typed) => writeInto(form, typed),
    discard: () => form.reset(),
  }
}

export function writeInto<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, typed: Values): void {
  for (const [name, value] of Object.entries(typed)) {
    form.setValue(name as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true })
  }
}

/** The draft of a form that holds its fields in React state. */
export const draftOfState = <V extends Values>(of: string, typed: V, saved: V, write: (fields: V) => void): Draft => ({
  of,
  typed: () => ({ ...typed }),
  saved: () => ({ ...saved }),
  restore: (fields) => write({ ...typed, ...fields }),
  discard: () => write(saved),
})

/** Milliseconds after the last key until the input is kept. */
const pause = 300

interface Restored {
  at: number
  isClash: boolean
}

/**
 * Keeps the input of a form, and restores it when the form is opened again. A form that was saved or left by choice
 * (`isOver`) forgets its draft. A draft belongs to the account that opened the form.
 */
export function useDraft(
  draft: Draft | undefined,
  mark: RefObject<Element | null>,
  isOver: () => boolean,
): { restored: Restored | undefined; discard(): void; forget(): void; holds(): boolean } {
  const [restored, setRestored] = useState<Restored>()
  const latest = useRef({ draft, isOver })
  const owner = useRef<string>(undefined)
  /** The name of the draft that this form has restored. */
  const opened = useRef<string>(undefined)
  const isForgotten = useRef(false)
  const keepSoon = useRef(() => {})
  const account = accountOf(useSession())
  const of = draft?.of

  useEffect(() => {
    latest.current = { draft, isOver }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account may become known later
  useEffect(() => {
    const known = accountOf(snapshot())
    owner.current ??= known
    if (of === undefined || known === undefined || known !== owner.current || opened.current === of) return
    opened.current = of
    setRestored(open(latest.current.draft!, known, mark.current!.closest("form")!))
  }, [of, account, mark])
  // A layout effect is cleaned up before the form's own effects, in which react-hook-form forgets the input.
  useLayoutEffect(() => {
    if (of === undefined) return
    const form = mark.current!.closest("form")!
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      const own = accountOf(snapshot())
      if (isForgotten.current || own === undefined || own !== owner.current || opened.current !== of) return
      if (!keepOf(latest.current.draft!, own, form)) setRestored(undefined)
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, pause)
    }
    keepSoon.current = soon
    form.addEventListener("input", soon)
    form.addEventListener("change", soon)
    addEventListener("pagehide", keep)
    document.addEventListener("visibilitychange", keep)
    return () => {
      keepSoon.current = () => {}
      form.removeEventListener("input", soon)
      form.removeEventListener("change", soon)
      removeEventListener("pagehide", keep)
      document.removeEventListener("visibilitychange", keep)
      clearTimeout(timer)
      const own = accountOf(snapshot())
      // Once the session has ended, it cannot be told whether the input is still wanted.
      if (own === undefined || own !== owner.current) return
      if (latest.current.isOver()) forgetDraft(own, of)
      else keep()
    }
  }, [of, mark])
  // A button may change the form without an event of a field, so every render counts as a change.
  useEffect(() => keepSoon.current())

  return {
    restored,
    discard: () => {
      const form = mark.current!.closest("form")!
      draft?.discard(form)
      if (owner.current !== undefined && of !== undefined) forgetDraft(owner.current, of)
      setRestored(undefined)
      form.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus()
    },
    /** Forgets the draft for good: the form is about to be left, and the page may be closed before that. */
    forget: () => {
      isForgotten.current = true
      if (owner.current !== undefined && of !== undefined) forgetDraft(owner.current, of)
    },
    holds: () => {
      const form = mark.current?.closest("form")
      return draft !== undefined && Boolean(form) && namesOf(draft.typed(form!), draft.saved(form!)).length > 0
    },
  }
}

/** Undefined while it is not known who is signed in. */
const accountOf = ({ status, user }: ReturnType<typeof snapshot>) => (status === "guest" ? nobody : user?.uuid)

/** Restores the fields of the draft that differ from what is saved. */
function open(draft: Draft, account: string, form: HTMLFormElement): Restored | undefined {
  const kept = readDraft(account, draft.of)
  if (!kept) return undefined
  const saved = draft.saved(form)
  // A field whose type differs was kept by an earlier release.
  const names = namesOf(kept.typed, saved).filter((name) => kindOf(kept.typed[name]) === kindOf(saved[name]))
  const held = draft.typed(form)
  if (names.every((name) => textOf(held[name]) === textOf(kept.typed[name]))) return undefined
  const isClash = names.some((name) => textOf(saved[name]) !== textOf(kept.saved[name]))
  const { at, version } = kept
  draft.restore(pick(kept.typed, names), isClash ? { saved: kept.saved, version } : undefined, form)
  return { at, isClash: isClash && !draft.showsClash }
}

/** Returns whether there is something to keep. */
function keepOf(draft: Draft, account: string, form: HTMLFormElement): boolean {
  const typed = draft.typed(form)
  const saved = draft.saved(form)
  const names = namesOf(typed, saved)
  if (names.length === 0) {
    forgetDraft(account, draft.of)
    return false
  }
  const { of, version } = draft
  // A draft that was forgotten at sign-out is not stored again.
  if (account === nobody || readToken() !== null || hasDraft(account, of)) {
    keepDraft(account, of, { typed: pick(typed, names), saved: pick(saved, names), version })
  }
  return true
}

/** Returns the names of the fields that differ. */
const namesOf = (typed: Values, saved: Values) =>
  Object.keys(typed).filter((name) => name in saved && textOf(typed[name]) !== textOf(saved[name]))

const pick = (values: Values, names: string[]): Values => Object.fromEntries(names.map((name) => [name, values[name]]))
const textOf = (value: unknown) => JSON.stringify(typeof value === "string" ? value.trim() : value)
const kindOf = (value: unknown) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value)
