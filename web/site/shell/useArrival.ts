import { useEffect, useLayoutEffect, useRef } from "react"
import { useLocation } from "react-router"

/** Moves focus to the heading after a navigation, for screen readers and the tab order. */
export function useArrival(): void {
  const { pathname, hash } = useLocation()
  const from = useRef(pathname)
  // The age gate may apply to this page but not to the one before (`gateScript`).
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page
  useLayoutEffect(() => queueMicrotask(() => document.dispatchEvent(new Event("arrive"))), [pathname])
  useEffect(() => {
    if (from.current === pathname) return
    from.current = pathname
    if (document.querySelector("#age-gate[open]")) return
    const target = (hash && document.getElementById(hash.slice(1))) || document.querySelector<HTMLElement>("main h1")
    const heading = target ?? document.getElementById("content")
    if (!heading) return
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}
