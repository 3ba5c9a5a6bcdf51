import { X } from "lucide-react"
import { useEffect, useRef, useSyncExternalStore } from "react"
import { cx } from "./cx.ts"

export interface Toast {
  id: number
  title: string
  description?: string
  kind: "plain" | "success" | "error"
  action?: { label: string; run(): void }
  /** It has gone, and its action was not taken. */
  gone?(): void
}

const none: Toast[] = []
let toasts: Toast[] = none
let next = 1
const listeners = new Set<() => void>()

/** Tells a person that something happened; it goes by itself after four seconds, unless they are reading it. Returns its id. */
export function toast(title: string, more: Partial<Omit<Toast, "id" | "title">> = {}): number {
  const shown: Toast = { kind: "plain", ...more, id: next++, title }
  const isOther = (known: Toast) => known.title !== title || known.description !== more.description
  const before = toasts
  toasts = [...toasts.filter(isOther), shown].slice(-4)
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

/** The one place where toasts appear: in the top layer, above dialogs. F8 moves focus to it. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  const ref = useRef<HTMLElement>(null)
  const count = shown.length
  useEffect(() => {
    const region = ref.current
    if (!region) return
    // Shown again for each new toast, so that it lies above a dialog that was opened since.
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
      aria-label="Messages"
      className="fixed inset-auto right-4 bottom-20 m-0 w-[min(24rem,calc(100vw-2rem))] overflow-visible bg-transparent md:bottom-4 print:hidden"
    >
      <div className="flex flex-col gap-2">
        {shown.map((one) => (
          <ToastCard key={one.id} toast={one} />
        ))}
      </div>
    </section>
  )
}

const looks = { plain: "border-l-ink-3", success: "border-l-success", error: "border-l-danger" }

function ToastCard({ toast: { id, title, description, kind, action } }: { toast: Toast }) {
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
        "flex items-start gap-3 rounded-card border border-line border-l-4 bg-surface p-3 text-ink shadow-pop",
        looks[kind],
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
        aria-label="Dismiss"
        className="-m-1 inline-flex size-8 items-center justify-center"
        onClick={() => dismiss(id)}
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  )
}
