import type { ReactNode } from "react"
import { useTitle } from "../../platform/meta/useTitle.ts"
import { cx } from "../../platform/ui/cx.ts"
import { tabTitleOf } from "./tabTitle.ts"

interface ResultFrameProps {
  steps?: ReactNode
  icon: ReactNode
  title: string
  text: string
  /** What was bought: below the heading, or beside it on wide screens. */
  piece?: ReactNode
  children: ReactNode
}

/** A page with one result, whose title it also sets. Screen readers announce a changed heading. */
export function ResultFrame({ steps, icon, title, text, piece, children }: ResultFrameProps) {
  useTitle(tabTitleOf(title))
  return (
    <div className="wrap py-8 sm:py-12">
      {steps}
      <div
        className={cx(
          "mt-8 sm:mt-12",
          piece
            ? "grid gap-x-10 md:grid-cols-[5fr_6fr] md:grid-rows-[auto_1fr] lg:gap-x-20 md:[&>*]:col-start-2"
            : "mx-auto flex min-h-[50svh] max-w-[34rem] flex-col items-center justify-center text-center",
        )}
      >
        <div className={cx("min-w-0", !piece && "flex flex-col items-center")}>
          {icon}
          <div role="status" className="mt-4">
            <h1 className="font-display text-h1">{title}</h1>
            <p className="mt-4 max-w-measure text-ink-2">{text}</p>
          </div>
        </div>
        {piece && <div className="mt-8 min-w-0 md:row-span-2 md:row-start-1 md:mt-0 md:col-start-1!">{piece}</div>}
        <div className="w-full min-w-0">{children}</div>
      </div>
    </div>
  )
}
