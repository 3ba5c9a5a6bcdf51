import { isTimeZone } from "#contract/accounts.ts"
import { defaultLook, type Logo, type Look, logoSize, type Room, roomsFor, systemDisplay } from "#contract/brand.ts"
import { automaticCopy } from "#contract/copy/automatic.ts"
import { directionOf, type Language } from "#contract/languages.ts"
import { sellerFacts } from "#contract/seller.ts"
import { t } from "#contract/t.ts"
import { shippingTexts } from "#contract/texts.ts"
import type { Shop } from "../db/shopSetting.ts"
import { escapeHtml } from "../http/escapeHtml.ts"
import { said, speaking } from "../languages.ts"
import { type Around, aroundIn, type Email } from "./outbox.ts"

/** The content of an email, in the language of its reader. */
export interface Message {
  subject: string
  text: string | string[]
  /** A text with marks of its own, under its heading; the inbox shows `text` instead. */
  written?: { heading: string; text: string; html: string }
  /** Details that the reader may want to find quickly; false for none. */
  facts?: ([name: string, value: string] | false)[]
  /** The reader's own text, below the rest. */
  quote?: { head: string; lines: string[] }
  link: [label: string, url: string]
  note?: string
  /** Shown after the note. */
  hint?: string
  /** Says the shop's policy about returns after the text. */
  saysReturns?: boolean
  /** Names the seller at its foot. */
  namesSeller?: boolean
  /** Of all emails of a kind with the same key, one is sent; with `nth`, one of each. */
  key?: string | number
  nth?: number
  replyTo?: string
  unsubscribeUrl?: string
  /** A link at its foot that unsubscribes. */
  leave?: string
  isBulk?: boolean
}

/** Returns a text of an automatic email, as the owner or the build has it, with these values. */
export type Worded = (piece: keyof typeof automaticCopy, values?: Record<string, string>) => string

export function wordedBy(copy: Record<string, string>, { name }: Pick<Shop, "name"> = newShop): Worded {
  return (piece, values = {}) => {
    const all: Record<string, string> = { shop: name, ...values }
    return (copy[piece] ?? said(automaticCopy[piece])).replace(/\{(\w+)\}/g, (whole, key: string) => all[key] ?? whole)
  }
}

/** A shop as it begins. */
export const newShop: Shop = { name: "Vitrine", returnDays: 30, seller: null, look: null }

/** Makes a kind of email; `messageOf` writes it anew for each language. */
export function email<About extends { to: string }>(
  kind: string,
  messageOf: (about: About, worded: Worded) => Message,
) {
  return (about: About): Email => {
    const { key, nth, replyTo, unsubscribeUrl, isBulk } = messageOf(about, wordedBy({}))
    const render = (language: Language, shop: Shop, copy: Record<string, string> = {}) =>
      speaking(language, () => {
        const content = contentOf(messageOf(about, wordedBy(copy, shop)), shop)
        const { subject } = content
        const around = aroundIn(copy, shop.name)
        return { subject, text: asText(content, around), html: asHtml(content, language, shop, around) }
      })
    const written = { kind, to: about.to, ...render("en", newShop), render, replyTo, unsubscribeUrl, isBulk }
    if (key === undefined) return written
    return { ...written, dedupeKey: nth === undefined ? `${kind}:${key}` : `${kind} ${nth}:${key}` }
  }
}

/**
 * Writes `December 21, 2026` in the recipient's time zone, as on the pages, and for readers abroad `21 December 2026`;
 * if the zone is unknown, in UTC and marked so.
 */
export function dayOf(moment: Date, zone: string | null): string {
  return written(moment, zone, { dateStyle: "long" })
}

/** Writes `December 21, 2026 at 3:05 PM`, by the same rule. */
export function momentOf(moment: Date, zone: string | null): string {
  return written(moment, zone, { dateStyle: "long", timeStyle: "short" })
}

function written(moment: Date, zone: string | null, style: Intl.DateTimeFormatOptions): string {
  const isKnown = zone !== null && isTimeZone(zone)
  const isAbroad = isKnown && /^(Europe|Africa|Asia|Australia|Indian|Atlantic|Pacific\/(?!Honolulu))/.test(zone)
  const locale = t`en-US`
  const text = moment.toLocaleString(isAbroad && locale === "en-US" ? "en-GB" : locale, {
    ...style,
    timeZone: isKnown ? zone : "UTC",
  })
  return isKnown ? text : t`${text} (UTC)`
}

export function contentOf(message: Message, { returnDays, seller }: Shop) {
  const { subject, text, written, facts = [], quote, link, note, hint, leave, saysReturns, namesSeller } = message
  const [label, url] = link
  return {
    subject,
    written,
    leave,
    lines: [...[text].flat(), ...(saysReturns ? [shippingTexts.returns(returnDays)] : [])],
    facts: facts.filter((fact) => fact !== false),
    quote,
    action: { label, url },
    note: [note, hint].filter((one) => one !== undefined).join(" "),
    seller:
      namesSeller && seller
        ? [seller.legal_name, seller.address, ...sellerFacts(seller).map(([name, value]) => `${name}: ${value}`)]
        : [],
  }
}

type Content = ReturnType<typeof contentOf>

function asText(
  { written, lines, facts, quote, action, note, leave, seller }: Content,
  { opening, closing, signature }: Around,
): string {
  const paragraphs = [
    ...[opening, ...lines].filter(Boolean).map(wrap),
    ...(written ? [written.heading, written.text] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    `${action.label}:\n${action.url}`,
    ...(note ? [wrap(note)] : []),
    ...(quote ? [wrap(quote.head), marked(quote.lines)] : []),
    ...(closing ? [wrap(closing)] : []),
    ...(leave ? [`${t`Unsubscribe`}:\n${leave}`] : []),
    `--\n${[signature, ...seller].join("\n")}`,
  ]
  return paragraphs.join("\n\n")
}

/** Wraps at 76 characters: such lines are sent unencoded, and a saved email is readable, its link intact. */
function wrap(line: string): string {
  return line.replace(/(.{1,76})(?: |$)/g, "$1\n").trimEnd()
}

const marked = (lines: string[]) =>
  lines
    .flatMap((line) => ["", ...wrap(line).split("\n")])
    .slice(1)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")

const sans = "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

/** The colours of an email. */
interface Paint {
  room: string
  card: string
  line: string
  ink: string
  soft: string
  quiet: string
  name: string
  button: string
  onButton: string
}
const usual: Record<"light" | "dark", Paint> = {
  light: {
    room: "#f1f6f4",
    card: "#fbfdfc",
    line: "#d3dcd9",
    ink: "#271826",
    soft: "#4c3d4a",
    quiet: "#6b5c68",
    name: "#6b295b",
    button: "#6b295b",
    onButton: "#fbfdfc",
  },
  dark: {
    room: "#150e14",
    card: "#20171f",
    line: "#3b2f38",
    ink: "#f4edf2",
    soft: "#cfc3cb",
    quiet: "#ab9ea7",
    name: "#e0b5d3",
    button: "#f4edf2",
    onButton: "#271826",
  },
}

const paintOf = (room: Room, button: string): Paint => ({
  room: room.canvas,
  card: room.surface,
  line: room.line,
  ink: room.ink,
  soft: room["ink-2"],
  quiet: room["ink-3"],
  name: room.accent,
  button,
  onButton: room["on-primary"],
})

function paintsOf(look: Look | null): typeof usual {
  if (!look?.colors) return usual
  const { light, dark } = roomsFor(look)
  return { light: paintOf(light, light.accent), dark: paintOf(dark, dark.ink) }
}

/** Styles of the dark theme. Programs without it show the light one, whose colours are also set inline. */
const darkStyles = (paint: Paint) => `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.room{background:${paint.room}!important}.card{background:${paint.card}!important;border-color:${paint.line}!important}
.ink{color:${paint.ink}!important}.soft{color:${paint.soft}!important}.quiet{color:${paint.quiet}!important}.line{border-color:${paint.line}!important}
.name{color:${paint.name}!important}.button{background:${paint.button}!important;color:${paint.onButton}!important}}
@media (max-width:480px){.inside{padding:28px 22px 24px!important}.outside{padding:16px 8px!important}}`

/** The logo is read from the site that the email links to. Programs that load no pictures show the name in its place. */
function headOf(shopName: string, look: Look | null, url: string): string {
  const name = escapeHtml(shopName)
  if (!look?.logo || !URL.canParse(url)) return name
  const picture = ({ url: path, ...size }: Logo, style: string) => {
    const { width, height } = logoSize(size)
    const src = new URL(path.replace(/\w+$/, "png"), url).href
    return `<img ${style} src="${src}" width="${width}" height="${height}" alt="${name}">`
  }
  if (!look.logo_dark) return picture(look.logo, 'style="border:0"')
  return `<style>.night{display:none}@media (prefers-color-scheme:dark){.day{display:none!important}.night{display:inline!important}}</style>${picture(look.logo, 'class="day" style="border:0"')}${picture(look.logo_dark, 'class="night" style="border:0;display:none"')}`
}

/** Keeps what follows the first sentence out of the preview of an inbox. */
const filler = "&#847;&zwnj;&nbsp;".repeat(90)

export function asHtml(
  { subject, written, lines, facts, quote, action, note, leave, seller }: Content,
  language: string,
  { name, look }: Pick<Shop, "name" | "look">,
  { opening, closing, signature }: Around = aroundIn({}, name),
): string {
  const { light, dark } = paintsOf(look)
  const title = `font-family:${systemDisplay(look ?? defaultLook)}`
  const direction = directionOf(language)
  const [start, end] = direction === "rtl" ? ["right", "left"] : ["left", "right"]
  const paragraph = (line: string) =>
    `<p class="soft" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.6;color:${light.soft}">${escapeHtml(line).replaceAll("\n", "<br>")}</p>`
  const own = (html: string) =>
    `\n<div class="soft" style="${sans};font-size:16px;line-height:1.6;color:${light.soft}">${html}</div>`
  const closed = (line: string) =>
    `\n<p class="soft" style="margin:24px 0 0;${sans};font-size:15px;line-height:1.6;color:${light.soft}">${escapeHtml(line).replaceAll("\n", "<br>")}</p>`
  const fact = ([name, value]: Content["facts"][number]) => `<tr>
<td class="line quiet" style="padding:10px 0;padding-${end}:16px;border-top:1px solid ${light.line};${sans};font-size:14px;line-height:1.5;color:${light.quiet}">${escapeHtml(name)}</td>
<td class="line ink" align="${end}" style="padding:10px 0;border-top:1px solid ${light.line};${sans};font-size:14px;line-height:1.5;color:${light.ink};font-weight:600;word-break:break-word">${escapeHtml(value)}</td>
</tr>`
  const small = (text: string) =>
    `<p class="line quiet" style="margin:24px 0 0;padding-top:20px;border-top:1px solid ${light.line};${sans};font-size:13px;line-height:1.6;color:${light.quiet}">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`
  const quoted = ({ head, lines }: NonNullable<Content["quote"]>) =>
    `<p class="quiet" style="margin:24px 0 8px;${sans};font-size:13px;line-height:1.6;color:${light.quiet}">${escapeHtml(head)}</p>
<blockquote class="line" style="margin:0;padding:0;padding-${start}:14px;border-${start}:2px solid ${light.line}">${lines.map(paragraph).join("\n")}</blockquote>`
  const table = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 0">${facts.map(fact).join("\n")}</table>`
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles(dark)}</style>
</head>
<body class="room" dir="${direction}" style="margin:0;padding:0;background:${light.room}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lines[0]!)}${written ? filler : ""}</div>
<table class="room" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${light.room}"><tr><td class="outside" align="center" style="padding:40px 16px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${light.card};border:1px solid ${light.line}">
<tr><td class="inside" style="padding:36px 40px 32px">
<p class="name" style="margin:0 0 28px;${title};font-size:17px;color:${light.name}">${headOf(name, look, action.url)}</p>
<h1 class="ink" style="margin:0 0 20px;${title};font-size:27px;line-height:1.25;font-weight:400;color:${light.ink}">${escapeHtml(written?.heading ?? subject)}</h1>
${[opening, ...(written ? [] : lines)].filter(Boolean).map(paragraph).join("\n")}${written ? own(written.html) : ""}
${facts.length > 0 ? table : ""}
<p style="margin:28px 0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;background:${light.button};color:${light.onButton};${sans};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="quiet" style="margin:0;${sans};font-size:13px;line-height:1.6;color:${light.quiet}">${escapeHtml(t`Or copy this link into your browser:`)}<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>
${note ? small(note) : ""}
${quote ? quoted(quote) : ""}${closing ? closed(closing) : ""}${signature === name ? "" : closed(signature)}
${leave ? `<p class="quiet" style="margin:24px 0 0;${sans};font-size:13px;color:${light.quiet}"><a href="${escapeHtml(leave)}" style="color:inherit">${escapeHtml(t`Unsubscribe`)}</a></p>` : ""}
${seller.length > 0 ? small(seller.join("\n")) : ""}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
