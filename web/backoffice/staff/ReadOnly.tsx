import type { ReactNode } from "react"

export function ReadOnly({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid gap-x-8 gap-y-5 border-line border-b py-5 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-3 text-meta">{label}</dt>
          <dd className="wrap-anywhere mt-0.5">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
