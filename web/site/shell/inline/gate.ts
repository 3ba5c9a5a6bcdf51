/**
 * Opens the age gate while the page is still being parsed, without waiting for React. On a page without the gate, the
 * script only prepares it for client-side navigation (`useArrival`). When React renders the page again after a failed
 * hydration, the script restores the gate and the announcement, which React does not render.
 */

import { inLanguage, withoutLanguage } from "../../../platform/language.ts"
import { keys } from "../../../platform/session/keys.ts"
import { ungated } from "../ungated.ts"

const html = document.documentElement
const gate = document.getElementById("age-gate") as HTMLDialogElement
let announcement: Element | null = null

ask()
new MutationObserver(restore).observe(document.body, { childList: true })
document.addEventListener("arrive", ask)
gate.addEventListener("cancel", (event) => event.preventDefault())
gate.addEventListener("keydown", (event) => {
  if (event.key === "Escape") event.preventDefault()
})
gate.addEventListener("close", () => {
  if (html.dataset.age !== "ok") ask()
})
gate.addEventListener("click", ({ target }) => {
  if ((target as Element).closest("[data-enter]")) accept()
  if ((target as Element).closest("[data-exit]")) location.assign(inLanguage("/UnderAge"))
})

function ask(): void {
  if (html.dataset.age === "ok" || gate.open || ungated.test(withoutLanguage(location.pathname))) return
  gate.showModal()
  gate.querySelector("h1")!.focus()
}

function restore(): void {
  const header = document.querySelector("body > header")
  if (gate.isConnected) announcement = document.getElementById("announcement")
  else {
    gate.removeAttribute("open")
    document.body.prepend(gate)
    if (announcement && header) header.before(announcement)
  }
  ask()
}

function accept(): void {
  try {
    localStorage.setItem(keys.age, "true")
  } catch {
    // Blocked: the gate is asked again on the next page.
  }
  html.dataset.age = "ok"
  gate.close()
  if (withoutLanguage(location.pathname) === "/") location.hash = "heroSection"
}
