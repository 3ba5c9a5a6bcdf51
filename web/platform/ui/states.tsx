import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { Button } from "./Button.tsx"
import { cx } from "./cx.ts"
import { EmptyPlinth } from "./EmptyPlinth.tsx"

/** Shown in place of an empty list, with an action. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-12 text-center">
      <EmptyPlinth sizes="144px" className="aspect-4/5 w-36" />
      <p className="font-display text-h3">{title}</p>
      {children && <div className="flex flex-wrap items-center justify-center gap-3">{children}</div>}
    </div>
  )
}

export function ErrorState({
  title = generalTexts.failedToLoad,
  detail,
  retry,
}: {
  title?: string
  detail?: string
  retry?(): void
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <p className="font-display text-h3">{title}</p>
      <p className="text-ink-2">{detail ?? generalTexts.tryAgainLater}</p>
      {retry && <Button variant="outline" onClick={retry}>{t`Try again`}</Button>}
    </div>
  )
}

/** A grey placeholder while loading. `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("animate-pulse rounded-card bg-neutral-soft", className)} />
}

interface LoadingProps {
  label?: string
  className?: string
  children: ReactNode
}

/** Shows `children` as a placeholder until the data is there; without JavaScript, a sentence that asks for it. */
export function Loading({ label = t`Loading`, className, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="needs-js sr-only">{label}</span>
      <p className="without-js">{t`This page requires JavaScript. Please enable it in your browser.`}</p>
      <div aria-hidden className="needs-js">
        {children}
      </div>
    </div>
  )
}

export function PageSpinner({ label }: { label?: string }) {
  return (
    <Loading label={label} className="flex min-h-[50svh] items-center justify-center px-4 text-center">
      <span className="block size-8 animate-spin rounded-full border-2 border-line-strong border-e-transparent" />
    </Loading>
  )
}

const tones = {
  neutral: "bg-neutral-soft text-ink-2",
  celadon: "bg-celadon-soft text-celadon",
  gilt: "bg-gilt-soft text-gilt",
  plum: "bg-plum-soft text-ink",
  success: "bg-success-soft text-success",
  warn: "bg-warn-soft text-warn",
  info: "bg-info-soft text-info",
  danger: "bg-danger-soft text-danger",
}
export type Tone = keyof typeof tones

export function Tag({ tone = "neutral", dot = false, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx("inline-flex items-center gap-1.5 rounded-card px-2 py-0.5 font-semibold text-badge", tones[tone])}
    >
      {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}
