import type { ReactNode } from "react"
import { ButtonLink } from "../../ui/Button.tsx"

export interface Way {
  to: string
  label: string
}

/** A room that is not open yet: it says so, what will be there, and where one can go instead. */
export function Later({ title, children, ways }: { title: string; children: ReactNode; ways: Way[] }) {
  return (
    <div className="wrap flex min-h-[60svh] flex-col items-start justify-center py-16">
      <svg
        width="120"
        height="64"
        viewBox="0 0 120 64"
        className="mb-8 text-line-strong"
        aria-hidden
        fill="none"
        stroke="currentColor"
      >
        <path d="M6 22h108M14 22v38h92V22" strokeWidth="1.5" />
      </svg>
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
  )
}
