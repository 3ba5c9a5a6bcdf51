// Finds the marked texts in a source (contract/t.ts, web/platform/ui/Trans.tsx), and replaces them with those of a
// language.
import { parseSync } from "vite"
import { type Choice, type Message, parseMessage, pluralCategories, writeMessage } from "../../contract/message.ts"

interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on `type`
  [name: string]: any
}

/** A text in English, in the syntax of a catalogue. The context distinguishes it from another with the same words. */
export interface Text {
  message: string
  context: string
}

/** A mark in a source: its message, and the nodes that its values and elements stand for. */
interface Mark extends Text {
  parts: Node[]
}

/** Returns all texts that a source marks. */
export function findTexts(code: string, file: string): Text[] {
  const found: Text[] = []
  localizeTexts(code, file, "en-US", (text) => {
    found.push(text)
    return text.message
  })
  return found
}

/**
 * Returns the source in another language, without marks, and with links to pages of the same language. Its lines keep
 * their numbers, so that the source map of the rest is correct.
 */
export function localizeTexts(code: string, file: string, locale: string, translation: (text: Text) => string): string {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const root = program as unknown as Node
  const rules = new Intl.PluralRules(locale)
  const isOnServer = /^(contract|server)\//.test(file)
  let hasLinks = false
  const localized = code.slice(0, root.start) + sourceOf(root, null) + code.slice(root.end)
  return hasLinks ? `import { inLanguage } from "#web/platform/language.ts";${localized}` : localized

  function sourceOf(node: Node, parent: Node | null): string {
    if (node.type === "JSXOpeningElement" && node.name.name === "a") findLink(node.attributes)
    const link = linkOf(node)
    if (link) {
      hasLinks = true
      return `href={inLanguage(${sourceOf(link, null)})}`
    }
    const mark = markOf(node)
    if (!mark) return withParts(node)
    const message = parseMessage(translation({ message: mark.message, context: mark.context }))
    const written = node.type === "JSXElement" ? inJsx(message, mark, parent) : stringOf(message, mark)
    const lost = linesIn(code.slice(node.start, node.end)) - linesIn(written)
    return written + "\n".repeat(Math.max(0, lost))
  }

  function withParts(node: Node): string {
    let written = ""
    let at = node.start
    for (const child of childrenOf(node)) {
      // In `{ a }` and `{ a = 1 }` the name is a part of the second node.
      if (child.start < at) continue
      written += code.slice(at, child.start) + sourceOf(child, node)
      at = child.end
    }
    return written + code.slice(at, node.end)
  }

  function markOf(node: Node): Mark | null {
    if (node.type === "TaggedTemplateExpression" && node.tag.name === "t") return markOfStrings(node.quasi)
    if (node.type === "JSXElement" && node.openingElement.name.name === "Trans") return markOfElement(node)
    if (node.type !== "CallExpression") return null
    if (node.callee.name === "plural") return markOfStrings(node)
    if (node.callee.name !== "t") return null
    const given = Object.fromEntries(node.arguments[0].properties.map((one: Node) => [one.key.name, one.value]))
    return { ...markOfStrings(given.message), context: given.context.value }
  }

  function markOfStrings(node: Node): Mark {
    const parts: Node[] = []
    return { message: writeMessage(messageOf(node, parts)), context: "", parts }
  }

  /** Returns the message of a string, a template, or a choice between them. */
  function messageOf(node: Node, parts: Node[], isForm = false): Message {
    if (node.type === "Literal") return [String(node.value)]
    if (node.type === "TaggedTemplateExpression" && node.tag.name === "form")
      return messageOf(node.quasi, parts, isForm)
    if (node.type === "TemplateLiteral") {
      return node.quasis.flatMap((quasi: Node, n: number) => {
        const value = node.expressions[n]
        return [quasi.value.cooked, ...(value ? partsOf(value, parts, isForm) : [])]
      })
    }
    if (node.callee?.name !== "plural") throw new Error(`${file}: a form of a plural is a string or a template`)
    const [count, given] = node.arguments
    const untagged = given.properties.find((one: Node) => one.value.type === "TemplateLiteral")
    if (untagged && isOnServer) throw new Error(`${file}: a form with values that the server says is a form\`…\``)
    const forms = given.properties.map((one: Node) => [one.key.name])
    const n = numberOf(count, parts)
    for (const [at, form] of given.properties.entries()) forms[at].push(messageOf(form.value, parts, true))
    return [{ kind: "plural", n, forms: Object.fromEntries(forms) }]
  }

  function partsOf(node: Node, parts: Node[], isForm: boolean): Message {
    if (node.type === "CallExpression" && node.callee.name === "plural") {
      if (isOnServer) throw new Error(`${file}: a plural that the server says stands alone`)
      return messageOf(node, parts)
    }
    return [{ kind: "value", n: isForm ? numberOf(node, parts) : parts.push(node) - 1 }]
  }

  /** Returns the number of a value, which is the same in all forms of a plural. */
  function numberOf(node: Node, parts: Node[]): number {
    const source = (one: Node) => code.slice(one.start, one.end)
    const known = parts.findIndex((one) => source(one) === source(node))
    return known < 0 ? parts.push(node) - 1 : known
  }

  function markOfElement(node: Node): Mark {
    const parts: Node[] = []
    const context = node.openingElement.attributes.find((one: Node) => one.name?.name === "context")?.value.value
    return { message: writeMessage(messageOfChildren(node, parts)), context: context ?? "", parts }
  }

  function messageOfChildren(node: Node, parts: Node[]): Message {
    return node.children.flatMap((child: Node): Message => {
      const words = wordsOf(child)
      if (words !== null) return [words]
      if (child.expression?.type === "JSXEmptyExpression") return []
      if (child.expression?.callee?.name === "plural") return messageOf(child.expression, parts)
      const n = parts.push(child) - 1
      if (child.type === "JSXExpressionContainer") return [{ kind: "value", n }]
      const inner = child.type === "JSXElement" && hasWords(child) ? messageOfChildren(child, parts) : null
      return [{ kind: "element", n, inner }]
    })
  }

  function stringOf(message: Message, mark: Mark): string {
    if (message.every((part) => typeof part === "string")) return JSON.stringify(message.join(""))
    const [only] = message
    if (message.length === 1 && typeof only === "object" && "forms" in only) return choiceOf(only, mark)
    const written = message.map((part) => {
      if (typeof part === "string") return part.replace(/[`\\$]/g, "\\$&").replaceAll("\n", "\\n")
      if (part.kind === "element") throw new Error(`${file}: a string has no elements: ${mark.message}`)
      return `\${${part.kind === "value" ? sourceOf(mark.parts[part.n]!, null) : choiceOf(part, mark)}}`
    })
    return `\`${written.join("")}\``
  }

  /**
   * Writes a comparison if the language distinguishes only one from all other counts of a shop; otherwise it uses the
   * browser's plural categories.
   */
  function choiceOf({ n, kind, forms }: Choice, mark: Mark): string {
    const count = sourceOf(mark.parts[n]!, null)
    const given = pluralCategories.filter((name) => forms[name])
    const written = (name: Intl.LDMLPluralRule) => stringOf(forms[name]!, mark)
    if (given.length === 1) return written("other")
    const tellsOne = [0, 1, 2, 3, 10, 11, 21, 101, 1000].every(
      (some) => (rules.select(some) === "one") === (some === 1),
    )
    if (kind === "plural" && given.join() === "one,other" && tellsOne) {
      return `((${count}) === 1 ? ${written("one")} : ${written("other")})`
    }
    return `plural(${count}, { ${given.map((name) => `${name}: ${written(name)}`).join(", ")} })`
  }

  function inJsx(message: Message, mark: Mark, parent: Node | null): string {
    const inner = childrenIn(message, mark)
    return parent && /^JSX(Element|Fragment)$/.test(parent.type) ? inner : `<>${inner}</>`
  }

  function childrenIn(message: Message, mark: Mark): string {
    return message
      .map((part) => {
        if (typeof part === "string") return `{${JSON.stringify(part)}}`
        const node = mark.parts[part.n]!
        if ("forms" in part) return `{${choiceOf(part, mark)}}`
        if (part.kind === "value" || !part.inner) return sourceOf(node, { ...node, type: "JSXElement" })
        const { openingElement, closingElement } = node
        const closing = code.slice(closingElement.start, closingElement.end)
        return sourceOf(openingElement, node) + childrenIn(part.inner, mark) + closing
      })
      .join("")
  }
}

/** Finds a plain link, except one that names its own language; the router makes the others. */
function findLink(attributes: Node[]): void {
  const named = (name: string) => attributes.find((one) => one.name?.name === name)
  const link = named("href")
  if (link && !named("hrefLang")) link.isOfPage = true
}

/** Returns the address of such a link. */
function linkOf(node: Node): Node | null {
  if (node.type !== "JSXAttribute" || !node.isOfPage) return null
  return node.value.type === "JSXExpressionContainer" ? node.value.expression : node.value
}

const linesIn = (text: string) => text.split("\n").length

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string"

const childrenOf = (node: Node) =>
  Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start || b.end - a.end)

/** Returns the words of an element's child; null for a computed one. */
function wordsOf(child: Node): string | null {
  if (child.type === "JSXText") return shownOf(child.value)
  if (child.type !== "JSXExpressionContainer") return null
  const { type, value } = child.expression
  return type === "Literal" && typeof value === "string" ? value : null
}

/** Returns whether there are words outside of other marks. */
const hasWords = (node: Node): boolean =>
  node.openingElement.name.name !== "Trans" &&
  node.children.some((child: Node) => {
    const words = wordsOf(child)
    return words === null ? child.type === "JSXElement" && hasWords(child) : /\p{L}/u.test(words)
  })

/** Returns the text as React shows it: lines are trimmed and joined. */
function shownOf(text: string): string {
  const lines = text.split("\n")
  return lines
    .map((line, n) => {
      const begun = n === 0 ? line : line.trimStart()
      return n === lines.length - 1 ? begun : begun.trimEnd()
    })
    .filter((line) => line !== "")
    .join(" ")
}
