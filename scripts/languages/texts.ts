// Finds the texts of the interface in the sources of the pages, and puts those of another language in their place.
//
// English stays in the source and is the key of its translation. A text is a string, a template (`Page {0} of {1}`) or
// the children of an element (`See our <0>terms</0>.`); a translation may order its placeholders as it likes.
import { parseSync } from "vite"

/** Attributes and properties whose strings are for programs. */
const technicalNames =
  /^(class|className|[a-z]\w*Class(Name)?|classes|to|href|src|srcSet|sizes|media|id|key|type|rel|role|method|accept|auto[A-Z]\w+|inputMode|enterKeyHint|htmlFor|form|target|as|crossOrigin|variant|size|tone|side|align|d|viewBox|fill|stroke\w*|points|transform|pattern|nonce|lang|dir|loading|decoding|fetchPriority|value|defaultValue|queryKey|path|style|kind|scope|code|data-.*|aria-(controls|labelledby|describedby|live|haspopup|current|autocomplete|orientation|sort)|property|httpEquiv|credentials|mode|cache|headers|timeZone|currency|@type|@context|dateStyle|timeStyle|behavior|block|shortcut|keys|tagName|viewTransitionName)$/
/** Of these, attributes only. */
const technicalAttributes = /^(value|form|method|id|currency)$/
const readNames =
  /^(label|title|text|description|placeholder|alt|aria-(label|description|roledescription|valuetext)|hint|legend|note|body|subject|heading|message|one|many|other|more|caption|summary|detail|empty|children)$/
const technicalVariables = /(class|classes|style|styles|selector|query|pattern|path|url|css|svg|sql|key)$/i
/** Calls whose arguments are for programs. */
const technicalCalls =
  /^(cx|fetch|Symbol|matchMedia|RegExp|Error|TypeError|RangeError|URL|URLSearchParams|Event|CustomEvent|KeyboardEvent|DateTimeFormat|NumberFormat|RelativeTimeFormat|ListFormat|PluralRules|Collator|Segmenter|enum|literal|startsWith|endsWith|includes|indexOf|lastIndexOf|querySelector|querySelectorAll|closest|matches|getElementById|createElement|addEventListener|removeEventListener|getAttribute|setAttribute|removeAttribute|hasAttribute|toggleAttribute|setProperty|getPropertyValue|execCommand|getContext|toLocaleString|toLocaleDateString|toLocaleTimeString|localeCompare|supports|getItem|setItem|removeItem|split|replace|replaceAll|test|exec|match|matchAll|regex|lazy|describe|meta|createIcon|dispatchEvent)$/
/** Only their first argument: a message follows. */
const technicalRules = /^(enum|literal|regex|startsWith)$/
const comparisons = new Set(["===", "!==", "==", "!=", "in", "instanceof"])

interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on `type`
  [name: string]: any
}

interface Text {
  key: string
  /** The source of a translation. */
  write(translation: string): string
}

/** `read` are strings that a person reads whatever they look like, `likely` those that look like it. */
type Mode = "read" | "likely" | "technical"

/** The keys of all texts of a file. */
export function findTexts(code: string, file: string): string[] {
  const keys: string[] = []
  translateTexts(code, file, (key) => {
    keys.push(key)
    return key
  })
  return keys
}

export function translateTexts(code: string, file: string, translation: (key: string) => string): string {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const root = program as unknown as Node
  let hasLinks = false
  const translated = code.slice(0, root.start) + partOf(root, "likely") + code.slice(root.end)
  return hasLinks ? `${linkImport}\n${translated}` : translated

  /** The source of a node with its texts translated, and its links to pages of the same language. */
  function partOf(node: Node, mode: Mode): string {
    if (isLink(node)) {
      hasLinks = true
      const { value } = node
      const given =
        value.type === "JSXExpressionContainer" ? partOf(value.expression, "technical") : partOf(value, mode)
      return `href={inLanguage(${given})}`
    }
    const text = textOf(node, mode)
    if (text) return text.write(translation(text.key))
    let result = ""
    let at = node.start
    for (const [child, childMode] of childrenOf(node, mode)) {
      result += code.slice(at, child.start) + partOf(child, childMode)
      at = child.end
    }
    return result + code.slice(at, node.end)
  }

  function textOf(node: Node, mode: Mode): Text | null {
    if (node.type === "JSXElement" || node.type === "JSXFragment") return textOfElement(node)
    const isString = node.type === "Literal" && typeof node.value === "string"
    // The locale of a language is in its catalogue like any text.
    if (mode === "technical" && node.value !== "en-US") return null
    if (isString && (node.value === "en-US" || isText(node.value, mode)))
      return { key: node.value, write: (translated) => JSON.stringify(translated) }
    return node.type === "TemplateLiteral" ? textOfTemplate(node, mode) : null
  }

  function textOfTemplate(node: Node, mode: Mode): Text | null {
    const quasis: string[] = node.quasis.map((one: Node) => one.value.cooked)
    if (!isText(quasis.join("0"), mode)) return null
    return {
      key: quasis.map((part, n) => (n === 0 ? part : `{${n - 1}}${part}`)).join(""),
      write: (translated) => {
        const parts = translated.split(/\{(\d+)\}/)
        const written = parts.map((part, n) =>
          n % 2 === 0 ? part.replace(/[`\\$]/g, "\\$&") : `\${${partOf(node.expressions[Number(part)]!, "read")}}`,
        )
        return `\`${written.join("")}\``
      },
    }
  }

  function textOfElement(node: Node): Text | null {
    const parts: Node[] = []
    const key = keyOfChildren(node, parts)
    if (key === null) return null
    const write = (translated: string) => {
      const written = translated.split(/(\{\d+\}|<\/?\d+\/?>)/).map((part, n) => {
        if (n % 2 === 0) return part && `{${JSON.stringify(part)}}`
        const there = parts[Number(/\d+/.exec(part)![0])]!
        if (part.startsWith("</")) return code.slice(there.closingElement.start, there.closingElement.end)
        if (part.startsWith("<") && !part.endsWith("/>")) return partOf(there.openingElement, "likely")
        return partOf(there, "read")
      })
      return openingOf(node) + written.join("") + closingOf(node)
    }
    return { key, write }
  }

  function openingOf(node: Node): string {
    return partOf(node.openingElement ?? node.openingFragment, "likely")
  }

  function closingOf(node: Node): string {
    const { start, end } = node.closingElement ?? node.closingFragment
    return code.slice(start, end)
  }

  /** Null for an element that has no words of its own. */
  function keyOfChildren(node: Node, parts: Node[]): string | null {
    const children = (node.children as Node[]).filter((child) => child.expression?.type !== "JSXEmptyExpression")
    if (!children.some((child) => hasLetter(wordsOf(child) ?? ""))) return null
    return children
      .map((child) => {
        const words = wordsOf(child)
        if (words !== null) return words
        const n = parts.push(child) - 1
        if (child.type !== "JSXElement") return child.type === "JSXFragment" ? `<${n}/>` : `{${n}}`
        const inner = keyOfChildren(child, parts)
        if (inner !== null) return `<${n}>${inner}</${n}>`
        // Only its own place: what was counted inside it is translated on its own.
        parts.length = n + 1
        return `<${n}/>`
      })
      .join("")
  }
}

/** The children of a node in the order of the source, and how the strings in them are to be taken. */
function childrenOf(node: Node, mode: Mode): [Node, Mode][] {
  const inherit = mode === "read" ? "likely" : mode
  switch (node.type) {
    case "JSXElement":
      return list(["openingElement", "likely"], ["children", "read"])
    case "JSXFragment":
      return list(["children", "read"])
    case "JSXOpeningElement":
      if (node.name.name === "a") markLinks(node.attributes)
      return list(["attributes", "likely"])
    case "JSXAttribute":
      return list(["value", modeOf(nameOf(node.name))])
    case "JSXExpressionContainer":
      return list(["expression", mode])
    case "ConditionalExpression":
      return list(["test", "technical"], ["consequent", mode], ["alternate", mode])
    case "LogicalExpression":
      return list(["left", mode], ["right", mode])
    case "Property":
      return [
        ...(node.computed ? list(["key", "technical"]) : []),
        ...(node.shorthand && node.value.type !== "AssignmentPattern"
          ? []
          : list(["value", modeOfProperty(node, mode)])),
      ]
    case "BinaryExpression":
      return list(
        ["left", comparisons.has(node.operator) ? "technical" : inherit],
        ["right", comparisons.has(node.operator) ? "technical" : inherit],
      )
    case "CallExpression":
    case "NewExpression": {
      const name = nameOf(node.callee.property ?? node.callee)
      const isTechnical = technicalCalls.test(name)
      const given = list(["callee", "likely"], ["arguments", isTechnical ? "technical" : inherit])
      const message = technicalRules.test(name) ? node.arguments[1] : undefined
      return given.map(([child, childMode]) => [child, child === message ? inherit : childMode])
    }
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TaggedTemplateExpression":
      return []
    case "ExportNamedDeclaration":
      return list(["declaration", "likely"])
    case "SwitchCase":
      return list(["test", "technical"], ["consequent", "likely"])
    case "MemberExpression":
      return [...list(["object", inherit]), ...(node.computed ? list(["property", "technical"]) : [])]
    case "ArrowFunctionExpression":
      return list(["params", "likely"], ["body", node.body.type === "BlockStatement" ? "likely" : functionMode(mode)])
    case "FunctionExpression":
    case "FunctionDeclaration":
      return list(["params", "likely"], ["body", "likely"])
    case "VariableDeclarator": {
      const name = node.id.type === "Identifier" ? node.id.name : ""
      return list(["id", "likely"], ["init", technicalVariables.test(name) ? "technical" : "likely"])
    }
    case "PropertyDefinition":
      return list(["value", "likely"])
    case "ExpressionStatement":
      return node.directive ? [] : list(["expression", "likely"])
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
    case "ChainExpression":
      return list(["expression", mode])
    case "ArrayExpression":
      return list(["elements", mode])
    case "ObjectExpression":
      return list(["properties", inherit])
    case "TemplateLiteral":
      return list(["expressions", mode])
  }
  if (node.type.startsWith("TS")) return []
  const all = Object.keys(node).filter((name) => name !== "type" && name !== "typeAnnotation")
  return list(...all.map((name): [string, Mode] => [name, inherit]))

  function list(...wanted: [string, Mode][]): [Node, Mode][] {
    return wanted
      .flatMap(([name, childMode]) => [node[name]].flat().map((child): [Node, Mode] => [child, childMode]))
      .filter(([child]) => typeof child?.type === "string")
      .sort(([a], [b]) => a.start - b.start)
  }
}

/** A function among technical arguments does other things. */
const functionMode = (mode: Mode): Mode => (mode === "technical" ? "likely" : mode)

function modeOf(name: string): Mode {
  if (technicalNames.test(name)) return "technical"
  return readNames.test(name) ? "read" : "likely"
}

function modeOfProperty({ key }: Node, outer: Mode): Mode {
  const name = nameOf(key)
  if (outer === "technical") return outer
  return technicalAttributes.test(name) ? "likely" : modeOf(name)
}

function nameOf(node: Node): string {
  if (node.type === "JSXNamespacedName") return `${node.namespace.name}:${node.name.name}`
  return node.type === "Literal" ? String(node.value) : (node.name ?? "")
}

/** What an element's child says by itself; null for what is computed. */
function wordsOf(child: Node): string | null {
  if (child.type === "JSXText") return shownOf(child.value)
  if (child.type !== "JSXExpressionContainer") return null
  const { type, value } = child.expression
  return type === "Literal" && typeof value === "string" ? value : null
}

/** As React shows it: lines are trimmed and joined. */
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

/** The router makes the other links. */
const linkImport = 'import { inLanguage } from "#web/language.ts"'
const isLink = (node: Node) => node.type === "JSXAttribute" && node.isOfPage

/** Except for a link that says itself which language it leads to. */
function markLinks(attributes: Node[]): void {
  const named = (name: string) => attributes.find((one) => one.type === "JSXAttribute" && one.name.name === name)
  const link = named("href")
  if (link && !named("hrefLang")) link.isOfPage = true
}

const hasLetter = (text: string) => /\p{L}/u.test(text)

/** Calls of the API, media queries, robots.txt and security.txt. */
const isTechnical =
  /^(h[1-6]$|(GET|POST|PUT|PATCH|DELETE) \/|\((min|max|prefers|hover|pointer|width|height)\b[^)]*[:<>]|required name=|(Dis)?[Aa]llow: |Contact: mailto:)/

function isText(text: string, mode: Mode): boolean {
  if (!hasLetter(text) || isTechnical.test(text)) return false
  if (mode === "read") return true
  const words = text.trim().split(/\s+/)
  if (words.length === 1)
    return /^\p{Lu}[\p{Ll}’']+(-\p{Lu}?\p{Ll}+)*(\.{3}|[.…!?:])?$/u.test(text) || /\p{L}[…]$/u.test(text)
  const isStyle =
    words.some((word) => /[-:[\]/]/.test(word) && !/^\d+[-/]\d+$/.test(word)) &&
    words.every((word) => /^[!a-z0-9[\]():/.,_%&>*#=@~'"|+$-]+$/.test(word))
  return !isStyle || /[.!?…]$/.test(text)
}
