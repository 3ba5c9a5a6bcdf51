import type { ReactNode } from "react"
import { useTitle } from "../meta/useTitle.ts"

/** A page with one result, which also sets its title. Screen readers announce a changed heading. */
export function ResultFrame({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}) {
  useTitle(title)
  return (
    <div className="wrap flex min-h-[60svh] items-center justify-center py-12">
      <div className="flex w-full max-w-[34rem] flex-col items-center text-center">
        {icon}
        <div role="status" className="mt-6">
          <h1 className="font-display text-h1">{title}</h1>
          <p className="mt-4 text-ink-2">{text}</p>
        </div>
        {children}
      </div>
    </div>
  )
}
