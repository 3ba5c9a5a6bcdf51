import { useEffect, useLayoutEffect, useRef } from "react"
import { useLocation } from "react-router"
import { ungated } from "./boot.ts"

/** After a change of page, focus is on its heading: a screen reader says where one is, and Tab goes on from there. */
export function useArrival(): void {
  const { pathname, hash } = useLocation()
  const from = useRef(pathname)
  useLayoutEffect(() => {
    const gate = document.getElementById("age-gate") as HTMLDialogElement | null
    if (!gate || gate.open || document.documentElement.dataset.age === "ok" || ungated.test(pathname)) return
    gate.showModal()
    gate.querySelector("h1")?.focus()
  }, [pathname])
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
