import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react"
import { t } from "#contract/t.ts"
import { IconButton } from "./Button.tsx"
import { cx } from "./cx.ts"
import { X } from "./icons.ts"

interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  /** `side` is at the end of the lines, as the cart drawer is. */
  shape?: "panel" | "side" | "full"
  className?: string
}

/** A native modal dialog. It traps focus, closes by Escape or a click on the backdrop, and restores focus. */
export function Dialog({ open, onClose, title, children, shape = "panel", className }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const openedAt = useRef(0)
  /** The element that had the focus before, followed by its ancestors. */
  const before = useRef<HTMLElement[]>([])
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) {
      before.current = []
      for (let one = document.activeElement; one instanceof HTMLElement; one = one.parentElement)
        before.current.push(one)
      dialog.showModal()
      openedAt.current = performance.now()
    }
    if (!open && dialog.open) dialog.close()
    if (!open && document.activeElement === document.body) focusFirst(before.current)
  }, [open])
  /** Ignores the second click of the double click that opened the dialog. */
  const ignoreSecondPress = (event: MouseEvent) => {
    if (event.detail < 2 || event.timeStamp - openedAt.current > doubleClick) return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Closes like Escape, so the content may prevent it. */
  const leave = () => ref.current?.dispatchEvent(new Event("cancel", { cancelable: true }))
  /** The element itself reports a close a task later; a click that opens it again in between would be lost. */
  const cancel = (event: SyntheticEvent) => {
    if (event.target !== ref.current || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the element itself closes on Escape
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // React also bubbles both events from a nested dialog. A dialog that has been opened again stays open.
      onCancel={cancel}
      onClose={(event) => event.target === ref.current && !ref.current.open && onClose()}
      onClickCapture={ignoreSecondPress}
      onClick={(event) => event.target === ref.current && leave()}
      className={cx("bg-surface text-ink shadow-dialog", shapes[shape], className)}
    >
      {open && (
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between gap-4 border-line border-b py-3 pe-2 ps-5">
            <h2 id={titleId} tabIndex={-1} className="font-display text-h3">
              {title}
            </h2>
            <IconButton label={t`Close`} onClick={leave}>
              <X aria-hidden size={20} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </div>
      )}
    </dialog>
  )
}

/** If the button that opened the dialog is gone, the focus moves to its nearest ancestor that is left. */
function focusFirst(parts: HTMLElement[]): void {
  const part = parts.find((one) => one.isConnected && one.matches("[tabindex], section"))
  if (!part?.hasAttribute("tabindex")) part?.setAttribute("tabindex", "-1")
  part?.focus({ preventScroll: true })
}

/** Milliseconds: the longest pause that operating systems count as a double click. */
const doubleClick = 500

const shapes = {
  panel: "w-[min(32rem,calc(100vw-2rem))] max-h-[85svh] rounded-card border border-line",
  side: "m-0 ms-auto h-dvh max-h-dvh w-[min(28rem,100vw)] border-line border-s",
  full: "m-0 h-dvh max-h-dvh w-screen max-w-none",
}
