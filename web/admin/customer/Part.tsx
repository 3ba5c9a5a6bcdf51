import { type ReactNode, useId } from "react"

export const customerKey = (id: number) => ["customer", id]

/** A part of the page with its heading. */
export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} id={id} className="min-w-0 scroll-mt-4">
      <h2 id={heading} className="mb-3 font-display text-h3">
        {title}
      </h2>
      {children}
    </section>
  )
}
