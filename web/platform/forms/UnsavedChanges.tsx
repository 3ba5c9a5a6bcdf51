import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { type Location, useBlocker } from "react-router"
import { t } from "#contract/t.ts"
import { snapshot, unsaved } from "../session/session.ts"
import { Alert } from "../ui/Alert.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { dateTimeOf } from "../ui/format.ts"
import { type Draft, useDraft } from "./drafts.ts"

interface Form {
  isDirty(): boolean
  isKept: boolean
  /** A hidden element inside the form, by which the form and its dialog are found. */
  mark: Element
  /** Asks whether to drop the changes, and calls `then` if so. */
  ask(then: () => void): void
  /** Closes the question without dropping anything. */
  stay(): void
  /** Called when the form is left: its changes and its draft are dropped. */
  drop(): void
}

/** The mounted forms, in order of mounting. */
const forms: Form[] = []
const watchers = new Set<() => void>()
/** Search parameters that open or close a form. */
const places = ["tab", "new", "draft", "order", "payment", "video", "moderator", "admin", "texts", "language"]

interface UnsavedChangesProps {
  isDirty(): boolean
  /** The draft survives navigation, so only closing the tab asks. */
  isKept?: boolean
  /** Keeps the input even if the tab is closed. */
  draft?: Draft
  className?: string
}

/**
 * Asks before a form loses unsaved input: on navigation, when the tab is closed or reloaded, and when the dialog around
 * the form is closed. Render it inside the form.
 */
export function UnsavedChanges({ isDirty, isKept = false, draft, className }: UnsavedChangesProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const latest = useRef({ isDirty, drop: () => {}, holds: (): boolean => false })
  /** True once the person has confirmed, so that closing does not ask again. */
  const mayGo = useRef(false)
  const own = useRef<Form>(undefined)
  const [then, setThen] = useState<{ run(): void }>()
  const stay = () => setThen(undefined)
  const { restored, discard, forget, holds } = useDraft(draft, mark, () => mayGo.current || !latest.current.isDirty())
  const drop = () => {
    mayGo.current = true
    forget()
  }
  useEffect(() => {
    latest.current = { isDirty, drop, holds }
  })
  useEffect(() => {
    const dialog = mark.current!.closest("dialog")
    const wasSignedIn = snapshot().status !== "guest"
    const isLost = () => mayGo.current || (wasSignedIn && snapshot().status === "guest")
    /** Counts input that is being sent too, because the answer may be that the session has ended. */
    const hasInput = () => !isLost() && (latest.current.isDirty() || latest.current.holds())
    const form: Form = {
      isKept,
      mark: mark.current!,
      // Nothing could be saved after a sign-out, so it does not ask.
      isDirty: () => !isLost() && latest.current.isDirty(),
      ask: (run) => setThen({ run }),
      stay: () => setThen(undefined),
      drop: () => latest.current.drop(),
    }
    own.current = form
    const close = (event: Event) => {
      // The `cancel` event of a file input within the dialog bubbles but does not close it.
      const closes =
        event instanceof KeyboardEvent
          ? event.key === "Escape" && (event.target as Element).closest("dialog") === dialog
          : event.target === dialog
      if (!closes || isKept || !form.isDirty()) return
      event.preventDefault()
      form.ask(() => dialog?.close())
    }
    // Browsers allow `cancel` to be prevented only for the first Escape; the keydown always can be.
    dialog?.addEventListener("keydown", close)
    // Capturing runs this before the dialog's own listener.
    dialog?.addEventListener("cancel", close, { capture: true })
    change(() => forms.push(form))
    unsaved.add(hasInput)
    return () => {
      dialog?.removeEventListener("keydown", close)
      dialog?.removeEventListener("cancel", close, { capture: true })
      change(() => forms.splice(forms.indexOf(form), 1))
      unsaved.delete(hasInput)
    }
  }, [isKept])
  // React Router supports one blocker: the first form's blocks for all.
  const isFirst = useSyncExternalStore(
    watch,
    () => own.current !== undefined && forms[0] === own.current,
    () => false,
  )
  return (
    <>
      <span ref={mark} hidden />
      {restored && (
        <Alert kind={restored.isClash ? "warn" : "info"} className={className}>
          <p>{t`Unsaved changes from ${dateTimeOf(new Date(restored.at).toISOString())} were restored.`}</p>
          {restored.isClash && <p>{t`The saved version has changed since then. If you save, yours replaces it.`}</p>}
          <Button variant="quiet" className="px-0!" onClick={discard}>{t`Discard`}</Button>
        </Alert>
      )}
      {isFirst && <Blocker />}
      <Ask
        open={then !== undefined}
        onStay={stay}
        onLeave={() => {
          stay()
          drop()
          then?.run()
        }}
      />
    </>
  )
}

/** Leaves the form of its own Cancel button, and asks first if there are unsaved changes. */
export function leaveForm(button: HTMLButtonElement, then: () => void): void {
  const left = forms.find(({ mark, isDirty }) => button.form?.contains(mark) && isDirty())
  if (left) left.ask(then)
  else then()
}

function Blocker() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const blocks = placeOf(currentLocation) !== placeOf(nextLocation) && isAnyDirty((form) => !form.isKept)
    // This question replaces one that a form has open.
    if (blocks) for (const form of forms) form.stay()
    return blocks
  })
  return (
    <Ask
      open={blocker.state === "blocked"}
      onStay={() => blocker.state === "blocked" && blocker.reset()}
      onLeave={() => {
        for (const form of forms) if (!form.isKept) form.drop()
        blocker.proceed?.()
      }}
    />
  )
}

function Ask({ open, onStay, onLeave }: { open: boolean; onStay(): void; onLeave(): void }) {
  return (
    <Dialog open={open} onClose={onStay} title={t`Leave without saving?`}>
      <p className="text-ink-2">{t`Your changes haven't been saved.`}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onStay}>{t`Keep editing`}</Button>
        <Button variant="danger" onClick={onLeave}>{t`Leave`}</Button>
      </div>
    </Dialog>
  )
}

const isAnyDirty = (among: (form: Form) => boolean = () => true) => forms.some((form) => among(form) && form.isDirty())

function placeOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search)
  return [pathname, ...places.map((name) => params.get(name) ?? "")].join("\n")
}

function holdBack(event: Event): void {
  if (isAnyDirty()) event.preventDefault()
}

/** Listens for `beforeunload` only while there is a form, because it disables the back/forward cache. */
function change(by: () => void): void {
  by()
  if (forms.length > 0) addEventListener("beforeunload", holdBack)
  else removeEventListener("beforeunload", holdBack)
  for (const watcher of [...watchers]) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
