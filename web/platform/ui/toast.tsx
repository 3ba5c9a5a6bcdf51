import { useEffect, useRef, useSyncExternalStore } from "react"
import { t } from "#contract/t.ts"
import { cx } from "./cx.ts"
import { X } from "./icons.ts"

export interface Toast {
  id: number
  title: string
  description?: string
  kind: "plain" | "success" | "error"
  /** Names the action whose outcome it shows: its next outcome replaces the toast. By default, an equal toast does. */
  key: string
  action?: { label: string; run(): void }
  /** Called when the toast disappears without its action. */
  gone?(): void
}

const none: Toast[] = []
let toasts: Toast[] = none
let next = 1
const listeners = new Set<() => void>()

/** Shows a toast for four seconds, longer while it is hovered or focused. Returns its id. */
export function toast(title: string, more: Partial<Omit<Toast, "id" | "title">> = {}): number {
  const shown: Toast = { kind: "plain", key: title + more.description, ...more, id: next++, title }
  const before = toasts
  toasts = [...toasts.filter((known) => known.key !== shown.key), shown].slice(-4)
  publish()
  for (const one of before) if (!toasts.includes(one)) one.gone?.()
  return shown.id
}

export function dismiss(id: number, isTaken = false): void {
  const left = toasts.find((known) => known.id === id)
  toasts = toasts.filter((known) => known !== left)
  publish()
  if (!isTaken) left?.gone?.()
}

function publish(): void {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders all toasts in the top layer, above dialogs. F8 moves focus to them. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  const ref = useRef<HTMLElement>(null)
  /** The element that had the focus before it moved here. */
  const before = useRef<HTMLElement>(null)
  /** Gives the focus back before a toast that may have it is removed. */
  const leave = () => {
    if (!ref.current!.contains(document.activeElement)) return
    const target = before.current?.isConnected ? before.current : document.getElementById("content")
    target?.focus({ preventScroll: true })
  }
  const count = shown.length
  useEffect(() => {
    const region = ref.current
    if (!region) return
    // Each toast reopens the popover, so that it lies above a dialog opened since.
    if (region.matches(":popover-open")) region.hidePopover()
    if (count > 0) region.showPopover()
  }, [count])
  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => event.key === "F8" && ref.current?.focus()
    window.addEventListener("keydown", focusOnF8)
    return () => window.removeEventListener("keydown", focusOnF8)
  }, [])
  return (
    <section
      ref={ref}
      popover="manual"
      tabIndex={-1}
      aria-label={t`Messages`}
      onFocus={({ relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !ref.current!.contains(relatedTarget))
          before.current = relatedTarget
      }}
      className="fixed inset-auto inset-e-4 bottom-18 m-0 w-[min(24rem,calc(100vw-2rem))] overflow-visible bg-transparent md:bottom-4 print:hidden"
    >
      <div className="flex flex-col gap-2">
        {shown.map((one) => (
          <ToastCard key={one.id} toast={one} leave={leave} />
        ))}
      </div>
    </section>
  )
}

const kindClasses = { plain: "border-s-ink-3", success: "border-s-success", error: "border-s-danger" }

function ToastCard({ toast: { id, title, description, kind, action }, leave }: { toast: Toast; leave(): void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let left = 4000
    const timer = setInterval(() => {
      if (ref.current?.matches(":hover, :focus-within")) return
      left -= 200
      if (left <= 0) dismiss(id)
    }, 200)
    return () => clearInterval(timer)
  }, [id])
  return (
    <div
      ref={ref}
      role={kind === "error" ? "alert" : "status"}
      className={cx(
        "flex items-start gap-3 rounded-card border border-line border-s-4 bg-surface p-3 text-ink shadow-pop",
        kindClasses[kind],
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ui">{title}</p>
        {description && <p className="mt-0.5 text-ink-2 text-meta">{description}</p>}
        {action && (
          <button
            type="button"
            className="mt-1 font-semibold text-accent text-ui underline underline-offset-4"
            onClick={() => {
              leave()
              dismiss(id, true)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={t`Dismiss`}
        className="-m-1 inline-flex size-8 items-center justify-center"
        onClick={() => {
          leave()
          dismiss(id)
        }}
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  )
}
