import type { ReactNode } from "react"
import { useTitle } from "../meta/useTitle.ts"
import { cx } from "../ui/cx.ts"

interface ResultFrameProps {
  /** How far the purchase is. */
  steps?: ReactNode
  icon: ReactNode
  title: string
  text: string
  /** What was bought, beside the result on wide screens. */
  piece?: ReactNode
  children: ReactNode
}

/** A page with one result, which also sets its title. Screen readers announce a changed heading. */
export function ResultFrame({ steps, icon, title, text, piece, children }: ResultFrameProps) {
  useTitle(title)
  return (
    <div className="wrap py-8 sm:py-12">
      {steps}
      <div
        className={cx(
          "mt-8 sm:mt-12",
          piece ? "grid gap-10 md:grid-cols-[5fr_6fr] lg:gap-20" : "flex min-h-[50svh] justify-center md:items-center",
        )}
      >
        <div className={piece ? "min-w-0 md:order-1" : "flex w-full max-w-[34rem] flex-col items-center text-center"}>
          {icon}
          <div role="status" className={piece ? "mt-4" : "mt-6"}>
            <h1 className="font-display text-h1">{title}</h1>
            <p className="mt-4 max-w-measure text-ink-2">{text}</p>
          </div>
          {children}
        </div>
        {piece}
      </div>
    </div>
  )
}
