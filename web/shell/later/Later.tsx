import type { ReactNode } from "react"
import { ButtonLink } from "../../ui/Button.tsx"
import { EmptyPlinth } from "../../ui/EmptyPlinth.tsx"

export interface Way {
  to: string
  label: string
}

/** A room that is not open yet: it says so, what will be there, and where one can go instead. */
export function Later({ title, children, ways }: { title: string; children: ReactNode; ways: Way[] }) {
  return (
    <div className="wrap grid min-h-[60svh] content-center items-center gap-x-14 gap-y-8 py-12 md:grid-cols-[auto_1fr]">
      <EmptyPlinth sizes="(min-width: 48rem) 320px, 192px" className="aspect-4/5 w-48 md:w-80" />
      <div>
        <h1 className="font-display text-h1">{title}</h1>
        <p className="mt-4 max-w-measure text-ink-2 text-lead">{children}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          {ways.map(({ to, label }, at) => (
            <ButtonLink key={to} to={to} look={at === 0 ? "primary" : "outline"}>
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
    </div>
  )
}
