import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react"
import { Link, type LinkProps } from "react-router"
import { cx } from "./cx.ts"

type Look = "primary" | "outline" | "quiet" | "danger"

const base =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-card px-5 py-2 text-center text-ui font-semibold transition-colors duration-120 ease-out disabled:opacity-50 aria-disabled:opacity-50"
const looks: Record<Look, string> = {
  primary: "bg-primary text-on-primary enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover",
  outline: "border border-line-strong text-ink enabled:hover:border-ink [a&]:hover:border-ink",
  quiet: "text-accent underline-offset-4 enabled:hover:underline [a&]:hover:underline",
  danger: "border border-danger text-danger enabled:hover:bg-danger-soft [a&]:hover:bg-danger-soft",
}

export function buttonClass(look: Look = "primary", className?: string): string {
  return cx(base, looks[look], className)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** Something is under way: the button keeps its width, cannot be pressed, and says so. */
  busy?: boolean
}

export function Button({ look, busy = false, disabled, className, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      onMouseDown={type === "submit" ? keepFocus : undefined}
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(look, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A field that loses focus may show its error and push the button away between press and release: the click would be lost. */
function keepFocus(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault()
}

export function ButtonLink({ look, className, ...rest }: LinkProps & { look?: Look; children: ReactNode }) {
  return <Link {...rest} className={buttonClass(look, className)} />
}

export function IconButton({ label, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        "inline-flex size-11 items-center justify-center rounded-full text-ink transition-colors duration-120 hover:bg-sunken",
        className,
      )}
    />
  )
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-block size-4 animate-spin rounded-full border-2 border-current border-r-transparent",
        className,
      )}
    />
  )
}
