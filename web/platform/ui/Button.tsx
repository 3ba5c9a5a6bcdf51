import type { ButtonHTMLAttributes, ComponentPropsWithRef, MouseEvent, ReactNode } from "react"
import { Link, type LinkProps } from "../router.ts"
import { cx } from "./cx.ts"

type Variant = "primary" | "outline" | "quiet" | "danger"

const base =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-card px-5 py-2 text-center text-ui font-semibold transition-colors duration-120 ease-out disabled:border-line disabled:text-ink-3 aria-disabled:opacity-50"
const variants: Record<Variant, string> = {
  primary:
    "border border-transparent bg-primary text-on-primary disabled:bg-neutral-soft not-aria-disabled:enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover",
  outline: "border border-line-strong text-ink not-aria-disabled:enabled:hover:border-ink [a&]:hover:border-ink",
  quiet: "text-accent underline-offset-4 not-aria-disabled:enabled:hover:underline [a&]:hover:underline",
  danger: "border border-danger text-danger not-aria-disabled:enabled:hover:bg-danger-soft [a&]:hover:bg-danger-soft",
}

export function buttonClass(variant: Variant = "primary", className?: string): string {
  return cx(base, variants[variant], className)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant
  /** While a request is pending, the button shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean
}

export function Button({
  variant,
  busy = false,
  disabled,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      onMouseDown={type === "submit" ? keepFocus : undefined}
      {...rest}
      type={type}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      className={buttonClass(variant, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** Also keeps Enter in a field from sending the form, because Enter clicks the submit button. */
function ignore(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Blurring a field may show its error and move the button between press and release, and the click would be lost. */
function keepFocus(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault()
}

export function ButtonLink({ variant, className, ...rest }: LinkProps & { variant?: Variant; children: ReactNode }) {
  return <Link {...rest} className={buttonClass(variant, className)} />
}

export function IconButton({ label, className, ...rest }: ComponentPropsWithRef<"button"> & { label: string }) {
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
        "inline-block size-4 animate-spin rounded-full border-2 border-current border-e-transparent",
        className,
      )}
    />
  )
}
