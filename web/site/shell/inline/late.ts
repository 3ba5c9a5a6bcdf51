/**
 * Runs last in <body>. Writes dates in the viewer's English and time zone where the server could only write American
 * English and UTC (`Day`).
 *
 * Starts the page's modules after the first paint, once its first picture is there: before, they would compete with it
 * and with the fonts on a slow line. The server has set them aside (`server/platform/http/routerHtml.ts`). They wait two seconds
 * at most, also in a background tab, which paints nothing; any interaction starts them at once. Until React has hydrated
 * (`hydrated`), presses, submissions and input are held back and replayed once. Links, browser menus, the gate, the theme
 * and forms with an action work without React. Forms of parts that hydrate later than the page (`lazy`) are held as long.
 */
import { ownLocale } from "../../../platform/ui/locale.ts"

type Field = HTMLInputElement & { _valueTracker?: { setValue(value: string): void } }

const pressed = new Map<Element, () => void>()
/** Changed fields with their value, or for checkboxes the state before the change. */
const typed = new Map<Field, string | boolean>()
const listening = new AbortController()
let isStarted = false
let hasFailed = false

for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-day]")) {
  const { dateTime } = time
  // A day of the calendar is the same everywhere.
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

/** Whether React handles the events of an element: it stores the properties of each one that it has hydrated. */
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
  // React ignores an input event whose value it believes to know.
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
