/**
 * Runs at the end of <body>. It rewrites dates in the viewer's time zone and variant of the language; the server can
 * only write UTC and American English (`Day`).
 *
 * It starts the page's modules after the first paint, once the first picture has loaded. Before that, they would
 * compete with the picture and the fonts on a slow connection. The server has set them aside
 * (`server/platform/http/routerHtml.ts`). They start after two seconds at most, even in a background tab, which does
 * not paint, and at once on any interaction.
 *
 * Until React has hydrated (`hydrated`), the script holds back presses, submissions and input, and then replays them
 * once. Links, browser menus, the gate, the theme and forms with an action work without React. Forms in parts that
 * hydrate later than the page (`lazy`) are held back until then.
 */
import { ownLocale } from "../../../platform/ui/locale.ts"

type Field = HTMLInputElement & { _valueTracker?: { setValue(value: string): void } }

const pressed = new Map<Element, () => void>()
/** Changed fields with their values; for checkboxes, the state before the change. */
const typed = new Map<Field, string | boolean>()
const listening = new AbortController()
let isStarted = false
let hasFailed = false

for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-day]")) {
  const { dateTime } = time
  // A calendar date is the same everywhere.
  const timeZone = dateTime.length > 10 ? undefined : "UTC"
  time.textContent = new Date(dateTime).toLocaleDateString(ownLocale, { dateStyle: "long", timeZone })
}

for (const kind of ["pointerdown", "keydown", "focusin"]) listen(kind, start)
listen("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("button,[role=tab]")
  if (!button || button.type === "submit" || button.closest("#age-gate,[data-theme-switch]")) return
  hold(event, button, () => button.click())
})
window.addEventListener(
  "submit",
  (event) => {
    const form = event.target as HTMLFormElement
    const { submitter } = event
    if (hasFailed || form.hasAttribute("action") || isHydrated(form)) return
    hold(event, submitter ?? form, () => (submitter ? submitter.click() : form.requestSubmit()))
    if (listening.signal.aborted) replayPresses()
  },
  { capture: true },
)
listen("input", ({ target }) => {
  const field = target as Field
  if (field.type === "file") return
  typed.set(field, /^(checkbox|radio)$/.test(field.type) ? !field.checked : field.value)
})
document.addEventListener(
  "hydrated",
  () => {
    listening.abort()
    typed.forEach(replayInput)
    replayPresses()
  },
  { once: true },
)
new PerformanceObserver(startOnceLoaded).observe({ type: "paint", buffered: true })
setTimeout(start, 2000)

function listen(kind: string, run: (event: Event) => void): void {
  window.addEventListener(kind, run, { capture: true, signal: listening.signal })
}

function startOnceLoaded(): void {
  const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]")
  if (!picture || picture.complete) start()
  else for (const kind of ["load", "error"]) picture.addEventListener(kind, start)
}

function start(): void {
  if (isStarted) return
  isStarted = true
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-late]")) link.rel = "modulepreload"
  for (const { textContent } of document.querySelectorAll("script[data-late]")) {
    const module = document.createElement("script")
    module.type = "module"
    module.textContent = textContent
    module.onerror = () => {
      hasFailed = true
      listening.abort()
      for (const button of pressed.keys()) button.removeAttribute("aria-busy")
    }
    document.head.append(module)
  }
}

/** Whether React handles the element's events. React stores the properties of each element that it has hydrated. */
function isHydrated(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith("__reactProps"))
}

function hold(event: Event, button: Element, run: () => void): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  button.setAttribute("aria-busy", "true")
  pressed.set(button, run)
  start()
}

function replayInput(value: string | boolean, field: Field): void {
  if (typeof value === "boolean") {
    field.checked = value
    field.click()
    return
  }
  field.value = value
  // React ignores an input event if it believes to know the value already.
  field._valueTracker?.setValue(`${value}.`)
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }))
}

function replayPresses(): void {
  const [next] = pressed
  if (!next) return
  const [button, run] = next
  const form = button.closest("form")
  if (button.isConnected && form && !isHydrated(form)) {
    setTimeout(replayPresses, 50)
    return
  }
  pressed.delete(button)
  button.removeAttribute("aria-busy")
  if (button.isConnected) run()
  setTimeout(replayPresses)
}
