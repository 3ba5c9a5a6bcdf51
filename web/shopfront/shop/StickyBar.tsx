import { type ReactNode, type RefObject, useEffect, useState } from "react"
import { cx } from "../../platform/ui/cx.ts"

interface StickyBarProps {
  label: string
  /** The element with the buttons that the bar replaces. */
  after: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A bar at the bottom below 1024 px, shown while the buttons are out of view. On phones it lies above the tab bar. */
export function StickyBar({ label, after, children }: StickyBarProps) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const element = after.current
    if (!element) return
    // Buttons that only peep out above the tab bar are out of reach.
    const options = { rootMargin: "0px 0px -100px" }
    const observer = new IntersectionObserver(([entry]) => setShown(Boolean(entry && !entry.isIntersecting)), options)
    observer.observe(element)
    return () => observer.disconnect()
  }, [after])
  useEffect(() => {
    if (!isShown) return
    // The scroll padding keeps the bar from covering a focused element.
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
