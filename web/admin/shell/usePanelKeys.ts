import { useEffect, useRef } from "react"
import { read } from "../../backoffice/table/stored.ts"
import { useNavigate } from "../../platform/router.ts"
import type { AdminTab } from "./tab.ts"

interface Keys {
  tabs: AdminTab[]
  openPalette(): void
  openKeys(): void
}

/** Single-key shortcuts can be switched off, because they interfere with speech input. */
export const shortcutsKey = "admin_letters"

/** Ctrl+K or Cmd+K opens the palette, ? lists the shortcuts, / focuses the search, and G with a letter opens a tab. */
export function usePanelKeys({ tabs, openPalette, openKeys }: Keys): void {
  const navigate = useNavigate()
  const going = useRef(0)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault()
        return openPalette()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      if (!read(shortcutsKey, true)) return
      const letter = event.key.toLowerCase()
      const isGoing = Date.now() - going.current < 1500
      going.current = 0
      const tab = isGoing ? tabs.find((one) => one.letter === letter) : undefined
      if (tab) {
        event.preventDefault()
        void navigate(`/admin?tab=${tab.id}`)
      } else if (letter === "g") going.current = Date.now()
      else if (event.key === "?") openKeys()
      else if (event.key === "/") {
        event.preventDefault()
        document.querySelector<HTMLElement>("[data-table-search]")?.focus()
      }
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  })
}

/** Whether an input or an open dialog needs the key. */
function isTaken(target: EventTarget | null): boolean {
  return (
    document.querySelector("dialog[open]") !== null ||
    (target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]"))
  )
}
