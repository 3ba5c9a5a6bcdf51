import { X } from "lucide-react"
import { type ReactNode, useEffect, useId, useRef } from "react"
import { IconButton } from "./Button.tsx"
import { cx } from "./cx.ts"

interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  /** `side` slides in from the right: the cart drawer. */
  shape?: "panel" | "side" | "full"
  className?: string
}

/** A native modal dialog: focus stays in it, Escape and the backdrop close it, and focus goes back to where it was. */
export function Dialog({ open, onClose, title, children, shape = "panel", className }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the element brings itself
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // React lets it rise from a dialog within this one.
      onClose={(event) => event.target === ref.current && onClose()}
      // Who pressed twice to open it does not close it by that.
      onClick={(event) => event.target === ref.current && event.detail < 2 && onClose()}
      className={cx("bg-surface text-ink shadow-dialog", shapes[shape], className)}
    >
      {open && (
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between gap-4 border-line border-b py-3 pr-2 pl-5">
            <h2 id={titleId} tabIndex={-1} className="font-display text-h3">
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose}>
              <X aria-hidden size={20} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </div>
      )}
    </dialog>
  )
}

const shapes = {
  panel: "w-[min(32rem,calc(100vw-2rem))] max-h-[85svh] rounded-dialog border border-line",
  side: "m-0 ml-auto h-dvh max-h-dvh w-[min(28rem,100vw)] border-line border-l",
  full: "m-0 h-dvh max-h-dvh w-screen max-w-none",
}
