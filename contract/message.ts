/**
 * A message of a catalogue, in the syntax of ICU: `{0}` is a value, `<1>…</1>` an element, and `{0, plural, one {…}
 * other {…}}` chooses by the plural categories of the language. `'{'` is a brace.
 */
export type Message = (string | Value | Element | Choice)[]

export interface Value {
  kind: "value"
  n: number
}

/** `inner` is null for an element without words, `<1/>`. */
export interface Element {
  kind: "element"
  n: number
  inner: Message | null
}

export interface Choice {
  kind: "plural" | "selectordinal"
  n: number
  forms: Partial<Record<Intl.LDMLPluralRule, Message>>
}

export const pluralCategories = ["zero", "one", "two", "few", "many", "other"] as const satisfies Intl.LDMLPluralRule[]

const token = /'([{}<#](?:[^']|'')*)'|''|\{(\d+)\}|\{(\d+),\s*(plural|selectordinal),|<(\d+)(\/?)>|<\/(\d+)>|[{}#]/g

/** Throws for a text that is not a message, such as one with a brace too many. */
export function parseMessage(text: string): Message {
  let at = 0
  const message = parts(null, null)
  if (at < text.length) throw new SyntaxError(`Unexpected ${text[at]} in ${JSON.stringify(text)}`)
  return message

  /** Parses up to the end of the element `open`, of a form of the choice `counted`, or of the text. */
  function parts(open: number | null, counted: number | null): Message {
    const found: Message = []
    const say = (words: string) => {
      if (typeof found.at(-1) === "string") found.push(found.pop() + words)
      else if (words !== "") found.push(words)
    }
    for (;;) {
      token.lastIndex = at
      const match = token.exec(text)
      say(text.slice(at, match?.index))
      at = match?.index ?? text.length
      if (!match || (match[0] === "}" && counted !== null)) break
      const [whole, quoted, value, choice, kind, element, empty, closed] = match
      if (whole === "{" || whole === "}" || (closed !== undefined && Number(closed) !== open)) break
      at += whole.length
      if (closed !== undefined) return found
      if (quoted !== undefined) say(quoted.replaceAll("''", "'"))
      else if (whole === "''") say("'")
      else if (whole === "#") counted === null ? say(whole) : found.push({ kind: "value", n: counted })
      else if (value !== undefined) found.push({ kind: "value", n: Number(value) })
      else if (choice !== undefined)
        found.push({ kind: kind as Choice["kind"], n: Number(choice), forms: forms(Number(choice)) })
      else found.push({ kind: "element", n: Number(element), inner: empty ? null : parts(Number(element), counted) })
    }
    if (open !== null) throw new SyntaxError(`<${open}> is not closed in ${JSON.stringify(text)}`)
    return found
  }

  function forms(counted: number): Choice["forms"] {
    const found: Choice["forms"] = {}
    for (;;) {
      const begun = /^\s*(?:(zero|one|two|few|many|other)\s*\{|\})/.exec(text.slice(at))
      if (!begun) throw new SyntaxError(`A form of a plural is missing in ${JSON.stringify(text)}`)
      at += begun[0].length
      if (!begun[1]) break
      found[begun[1] as Intl.LDMLPluralRule] = parts(null, counted)
      if (text[at++] !== "}") throw new SyntaxError(`A form is not closed in ${JSON.stringify(text)}`)
    }
    if (!found.other) throw new SyntaxError(`The form "other" is missing in ${JSON.stringify(text)}`)
    return found
  }
}

/** Writes the message in the syntax of a catalogue. */
export function writeMessage(message: Message, signs = /(?:[{}']|<(?=\/?\d))+/g): string {
  return message
    .map((part) => {
      if (typeof part === "string")
        return part.replace(signs, (found, at: number) => asText(found, at + found.length === part.length))
      if (part.kind === "value") return `{${part.n}}`
      if (part.kind === "element") {
        return part.inner ? `<${part.n}>${writeMessage(part.inner, signs)}</${part.n}>` : `<${part.n}/>`
      }
      const forms = pluralCategories.flatMap((name) => {
        const form = part.forms[name]
        return form ? [`${name} {${writeMessage(form, /(?:[{}#']|<(?=\/?\d))+/g)}}`] : []
      })
      return `{${part.n}, ${part.kind}, ${forms.join(" ")}}`
    })
    .join("")
}

/** Quotes signs. An apostrophe stands for itself, except beside another one or a placeholder. */
function asText(signs: string, isLast: boolean): string {
  const doubled = signs.replaceAll("'", "''")
  if (/[^']/.test(signs)) return `'${doubled}'`
  return isLast || signs.length > 1 ? doubled : signs
}

/** Returns the values and elements of a message, whatever their order; a translation has the same ones in each form. */
export function placeholdersIn(message: Message): string {
  const found = new Set<string>()
  const visit = (parts: Message): void => {
    for (const part of parts) {
      if (typeof part === "string") continue
      found.add(
        part.kind === "value" ? `{${part.n}}` : part.kind === "element" ? `<${part.n}>` : `{${part.n}, ${part.kind}}`,
      )
      if (part.kind === "element" && part.inner) visit(part.inner)
      if (part.kind !== "value" && part.kind !== "element") for (const form of Object.values(part.forms)) visit(form)
    }
  }
  visit(message)
  return [...found].sort().join(" ")
}
