import type { ReactNode } from "react"

export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd key={key} className="rounded-card border border-line-strong bg-canvas px-1.5 font-sans text-meta">
          {key}
        </kbd>
      ))}
    </span>
  )
}

export function ShortcutRow({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <>
      <dt>
        <Keys keys={keys} />
      </dt>
      <dd>{children}</dd>
    </>
  )
}

/** Lists keys and their effects in a dialog. */
export function ShortcutList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-ui">{children}</dl>
}
