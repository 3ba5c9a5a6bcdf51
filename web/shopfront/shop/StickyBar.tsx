import { type ReactNode, type RefObject, useEffect, useState } from "react"
import { cx } from "../../platform/ui/cx.ts"

interface StickyBarProps {
  label: string
  /** Where the buttons are whose place it takes. */
  after: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Below 1024 px: a sticky bar while the buttons are out of view, above the mobile bar on phones. */
export function StickyBar({ label, after, children }: StickyBarProps) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const element = after.current
    if (!element) return
    // What only peeps out above the tab bar is out of reach.
    const options = { rootMargin: "0px 0px -100px" }
    const observer = new IntersectionObserver(([entry]) => setShown(Boolean(entry && !entry.isIntersecting)), options)
    observer.observe(element)
    return () => observer.disconnect()
  }, [after])
  useEffect(() => {
    if (!isShown) return
    // Scroll padding, so that the bar covers no focused element.
    const { style } = document.documentElement
    style.setProperty("scroll-padding-bottom", "10rem")
    return () => void style.removeProperty("scroll-padding-bottom")
  }, [isShown])
  return (
    <section
      aria-label={label}
      hidden={!isShown}
      className={cx(
        "no-print sticky-buy fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 items-center justify-between gap-4 gutter border-line border-t bg-surface py-2 md:bottom-0 lg:hidden",
        isShown && "flex",
      )}
    >
      {children}
    </section>
  )
}
