import { type RefObject, useEffect, useLayoutEffect } from "react"

/** Sets `--above` to the height of the page above the element. An announcement or a header of two lines changes it. */
export function useRestOfScreen(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => measure(ref.current))
  useEffect(() => {
    const again = () => measure(ref.current)
    const observer = new ResizeObserver(again)
    observer.observe(document.body)
    addEventListener("resize", again)
    return () => {
      observer.disconnect()
      removeEventListener("resize", again)
    }
  }, [ref])
}

function measure(element: HTMLElement | null): void {
  if (element) element.style.setProperty("--above", `${Math.round(element.getBoundingClientRect().top + scrollY)}px`)
}
