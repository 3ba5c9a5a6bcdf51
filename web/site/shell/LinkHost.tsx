import { useEffect, useState } from "react"
import { PrefetchPageLinks } from "react-router"
import { withoutLanguage } from "../../platform/language.ts"
import { navigateWith } from "../../platform/navigation/go.ts"
import { asAddress, useNavigate } from "../../platform/router.ts"

/**
 * Lets the router handle every plain `<a data-go href="/…">`. A `<Link>` costs a dozen hooks, and a page has ninety
 * links. Links with `data-go="soon"` are prefetched on hover and focus.
 */
export function LinkHost() {
  const navigate = useNavigate()
  const [soon, setSoon] = useState<string>()
  useEffect(() => navigateWith(navigate), [navigate])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const follow = (event: MouseEvent) => {
      const link = linkAt(event)
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!link || !isPlain || event.defaultPrevented) return
      event.preventDefault()
      clearTimeout(timer)
      setSoon(undefined)
      void navigate(addressOf(link), { replace: link.href === location.href })
    }
    const point = (event: Event) => {
      const link = linkAt(event)
      clearTimeout(timer)
      if (link?.dataset.go === "soon") timer = setTimeout(() => setSoon(addressOf(link)), 100)
    }
    const events = ["pointerover", "focusin"]
    document.addEventListener("click", follow)
    for (const name of events) document.addEventListener(name, point)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("click", follow)
      for (const name of events) document.removeEventListener(name, point)
    }
  }, [navigate])
  return soon ? <PrefetchPageLinks page={soon} /> : null
}

const linkAt = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-go]") : null
const addressOf = ({ pathname, search, hash }: HTMLAnchorElement) =>
  asAddress(withoutLanguage(pathname) + search + hash)
