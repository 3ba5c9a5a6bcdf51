import type { Parcel } from "#contract/orders.ts"

const isNumber = (cell: string) => /^#?(?:ord-?)?\d{1,6}$/i.test(cell)
/** Column headings, the most specific first, because similar columns hold dates, links and states. */
const orderHeads = [
  /order[ _-]*(number|no|id)\b/i,
  /^(order|number)$/i,
  /^order\b(?!.*(date|state|status|total|time))/i,
]
const trackingHeads = [
  /track\w*[ _-]*(number|no|id|code)\b/i,
  /^tracking$/i,
  /(parcel|consignment|shipment)[ _-]*(number|no|id|code)\b/i,
  /(track|parcel|consignment|shipment)(?!.*(date|state|status|url|link|time))/i,
]
const carrierHeads = [/^(carrier|courier|shipping[ _-]*(company|carrier)|shipped[ _-]*(by|with))$/i]
const columnOf = (head: string[], names: RegExp[]) =>
  names.map((name) => head.findIndex((cell) => name.test(cell))).find((at) => at >= 0) ?? -1

/**
 * Parses order and tracking numbers from a CSV file, spreadsheet cells or typed lines. With a heading row, columns are
 * found by name; without one, the tracking number follows the order number.
 */
export async function parseParcels(text: string): Promise<Parcel[]> {
  const lines = await linesOf(text)
  const head = lines[0] ?? []
  const columns = head.some(isNumber)
    ? null
    : {
        order: columnOf(head, orderHeads),
        tracking: columnOf(head, trackingHeads),
        carrier: columnOf(head, carrierHeads),
      }
  if (columns && columns.order >= 0 && columns.tracking >= 0) {
    return lines
      .slice(1)
      .map((cells) => parcel(cells[columns.order], cells[columns.tracking], cells[columns.carrier]))
      .filter(isFilled)
  }
  const parcels = lines.map((cells) => {
    const [first = "", ...others] = cells.length === 1 ? (cells[0]!.match(/^(\S+)\s+(.+)$/)?.slice(1) ?? cells) : cells
    if (isNumber(first)) return { known: true, ...parcel(first, others.find(Boolean)) }
    const at = others.findIndex(isNumber)
    if (at >= 0) return { known: true, ...parcel(others[at], others.slice(at + 1).find(Boolean)) }
    // Unknown order numbers are kept, to be reported. A heading has no digits.
    const isLine = cells.length > 1 && cells.some((cell) => /\d/.test(cell))
    return { known: false, ...parcel(isLine ? first : "", others.find(Boolean)) }
  })
  if (!parcels.some(({ known }) => known)) return []
  return parcels.map(({ order_number, tracking_number }) => parcel(order_number, tracking_number)).filter(isFilled)
}

/** Decodes a file by its byte-order mark: spreadsheets save "Unicode text" as UTF-16. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mark = [...bytes.subarray(0, 2)].join()
  const encoding = mark === "255,254" ? "utf-16le" : mark === "254,255" ? "utf-16be" : "utf-8"
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * Splits a list into requests of about `size` lines. Lines of one order stay together, because the server detects
 * duplicates within a request only.
 */
export function inRequests(list: Parcel[], size: number): Parcel[][] {
  const requests: Parcel[][] = []
  for (const same of Map.groupBy(list, ({ order_number }) => orderNumberOf(order_number)).values()) {
    const last = requests.at(-1)
    if (last && last.length < size) last.push(...same)
    else requests.push([...same])
  }
  return requests
}

/** Splits lines into cells; an unclosed quote does not swallow the following lines. */
async function linesOf(text: string): Promise<string[][]> {
  const { default: Papa } = await import("papaparse")
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .trim()
  const parsed = (quoteChar: string) =>
    Papa.parse<string[]>(lines, {
      skipEmptyLines: "greedy",
      delimitersToGuess: ["\t", ",", ";", "|"],
      newline: "\n",
      quoteChar,
    })
  const quoted = parsed('"')
  const isBroken = quoted.errors.some(({ type }) => type === "Quotes")
  const { data } = isBroken ? parsed("\u0000") : quoted
  // Strips a spreadsheet's text marker and unbalanced quotes.
  const signs = isBroken ? /^['"]|"$/g : /^'/
  return data.map((cells) => cells.map((cell) => cell.trim().replace(signs, "").trim()))
}

const parcel = (order_number = "", tracking_number = "", carrier = ""): Parcel => ({
  order_number,
  tracking_number,
  ...(carrier && { carrier }),
})
const isFilled = ({ order_number }: Parcel) => order_number !== ""

/** Normalizes an order number. */
export function orderNumberOf(text: string): string {
  const digits = /^#?(?:ord-?)?(\d{1,6})$/i.exec(text.trim())?.[1]
  return digits ? `ORD-${digits.padStart(6, "0")}` : text.trim()
}

/** Merges imported numbers into the list; new orders are appended, duplicates kept. */
export function merged(known: Parcel[], more: Parcel[]): Parcel[] {
  const given = more.map((one) => ({ ...one, order_number: orderNumberOf(one.order_number) }))
  const filled = known.map((one) => {
    const found = given.find(({ order_number }) => order_number === orderNumberOf(one.order_number))
    if (!found?.tracking_number) return one
    return { ...one, tracking_number: found.tracking_number, ...(found.carrier && { carrier: found.carrier }) }
  })
  const isNew = (one: Parcel) =>
    !filled.some(
      ({ order_number, tracking_number }) =>
        orderNumberOf(order_number) === one.order_number &&
        (one.tracking_number === "" || one.tracking_number === tracking_number),
    )
  return [...filled, ...given.filter(isNew)]
}
