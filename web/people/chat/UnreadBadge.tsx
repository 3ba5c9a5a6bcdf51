import { t } from "#contract/t.ts"
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-accent px-1.5 font-semibold text-badge text-canvas tabular">
      {count > 9 ? "9+" : count}
      <span className="sr-only">{t` unread`}</span>
    </span>
  )
}
