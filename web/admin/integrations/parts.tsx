import type { ReactNode } from "react"
import { type RowAction, RowMenu } from "../../backoffice/table/RowMenu.tsx"
import { explain } from "../../platform/api/client.ts"
import { Loading, Skeleton, Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"

/** `action` is the button that adds something to the list. */
export function Section({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="placard flex flex-wrap items-center justify-between gap-3 py-3">
        <h2 className="font-display text-h3">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Replaces `EmptyState` within a page, where its picture would be too much. */
export function None({ children }: { children: string }) {
  return <p className="border-line border-y py-4 text-ink-2 text-ui">{children}</p>
}

/** Keeps the height of `None` while loading. */
export function NoneYet({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton className="h-14 w-full" />
    </Loading>
  )
}

interface ItemProps {
  name: ReactNode
  /** The name of the item in its menu. */
  of: string
  tag: [tone: "success" | "neutral" | "warn", text: string]
  notes: string[]
  actions: RowAction[]
}

export function Item({ name, of, tag: [tone, text], notes, actions }: ItemProps) {
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium text-ui">
          {name}
          <Tag tone={tone}>{text}</Tag>
        </p>
        {notes.map((note) => (
          <p key={note} className="wrap-anywhere text-ink-2 text-meta">
            {note}
          </p>
        ))}
      </div>
      {actions.length > 0 && <RowMenu of={of} actions={actions} />}
    </li>
  )
}

/** Runs a change and shows the outcome in a toast. Returns false if it failed. */
export async function attempt(change: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await change()
    toast(done, { kind: "success", key: "integrations" })
    return true
  } catch (error) {
    toast(explain(error), { kind: "error", key: "integrations" })
    return false
  }
}
