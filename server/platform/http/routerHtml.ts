import { hashScripts } from "./policy.ts"

/*
 * Every change that is made to the HTML of React Router, and what these changes rely on: `web/routerHtml.test.ts`
 * renders a page with the installed version, and fails when that has changed.
 */

const tail = "</body></html>"
const preload = '<link rel="modulepreload" '
const moduleScript = '<script type="module" async="">'
const controller = "window.__reactRouterContext.streamController"

export interface RouterPage {
  html: string
  /** The loaders' data, encoded for the browser; without it the page has no scripts of the router. */
  handoff?: string
  nonce: string
}

interface Changes {
  constantScripts: string[]
  /** Modules are loaded after the page has been painted (`lateScript`). */
  isLate: boolean
  /** True for a page without the router: in the browser it would look for another address. */
  isStatic: boolean
  /** False if nobody has to declare their age, or the visitor has verified it. */
  hasGate: boolean
}

/** Returns the final page, and the hashes of its inline scripts. */
export function finishPage({ html, handoff, nonce }: RouterPage, changes: Changes): { text: string; hashes: string[] } {
  const whole = handoff === undefined ? html : withHandoff(html, handoff, nonce)
  const gated = changes.hasGate ? whole : withoutGate(whole)
  const kept = changes.isStatic ? withoutRouter(gated) : gated
  const { text, hashes } = hashScripts(kept, nonce, changes.constantScripts)
  return { text: changes.isLate ? withLateModules(text) : text, hashes }
}

/** Adds the scripts that React Router would send while the data streams in. */
function withHandoff(html: string, data: string, nonce: string): string {
  const text = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (sign) => escapes[sign]!)
  const scripts =
    `<script nonce="${nonce}">${controller}.enqueue(${text});</script>` +
    `<script nonce="${nonce}">${controller}.close();</script>`
  const end = html.endsWith(tail) ? html.length - tail.length : html.length
  return html.slice(0, end) + scripts + html.slice(end)
}

const escapes: Record<string, string> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
}

function withLateModules(html: string): string {
  const head = html.indexOf("</head>")
  return (
    html.slice(0, head).replaceAll(preload, '<link data-late="" ') +
    html.slice(head).replace(moduleScript, '<script type="text/plain" data-late="">')
  )
}

/** Marks the visitor as entered: the boot script finds the mark, and without scripts the gate is open. */
function withoutGate(html: string): string {
  const entered = html.replace("<html ", '<html data-age="ok" ')
  const gate = entered.indexOf("gate-without-scripts")
  return gate === -1 ? entered : entered.slice(0, gate) + entered.slice(gate).replace("<details", "<details open")
}

/** Removes the modules, and the data that they start with. */
function withoutRouter(html: string): string {
  return html.replace(/<script\b([^>]*)>([\s\S]*?)<\/script>/g, (script, attributes: string, body: string) =>
    attributes.includes('type="module"') || body.startsWith("window.__reactRouterContext") ? "" : script,
  )
}

/** Removes all scripts, and says that they have run, unless the gate is to be seen, which a script would open. */
export function withoutScripts(html: string, hasGate: boolean): string {
  const plain = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
  return hasGate ? plain : plain.replace("<html ", '<html data-js="on" data-auth="out" ')
}
