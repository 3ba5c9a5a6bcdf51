import type { Parcel } from "#contract/orders.ts"

const isNumber = (cell: string) => /^(?:#|#?ord-?)\d{1,6}$/i.test(cell)
/** Patterns of column headings, the most specific first, because similar columns contain dates, links and states. */
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

export interface ReadParcels {
  parcels: Parcel[]
  /** The lines without an order number, unchanged. */
  unread: string[]
  /** The row of headings, if it named the columns. */
  headings: string | null
}

/**
 * Parses order and tracking numbers from a CSV file, spreadsheet cells or typed lines. With a heading row, columns are
 * found by name. Without one, the tracking number follows the order number, which needs its "ORD-" or "#", because a
 * plain number could be anything.
 */
export async function parseParcels(text: string): Promise<ReadParcels> {
  const lines = await linesOf(text)
  const head = lines[0]?.cells ?? []
  const columns = {
    order: columnOf(head, orderHeads),
    tracking: columnOf(head, trackingHeads),
    carrier: columnOf(head, carrierHeads),
  }
  const hasHeadings = !head.some(isNumber) && columns.order >= 0 && columns.tracking >= 0
  const read: ReadParcels = { parcels: [], unread: [], headings: hasHeadings ? lines[0]!.raw : null }
  for (const { cells, raw } of hasHeadings ? lines.slice(1) : lines) {
    const found = hasHeadings
      ? parcel(cells[columns.order], cells[columns.tracking], cells[columns.carrier])
      : parcelIn(raw, cells)
    if (found?.order_number) read.parcels.push(found)
    else read.unread.push(raw)
  }
  return read
}

/** Lists made by hand mix separators, so a line may use another one than most lines do. */
function parcelIn(raw: string, cells: string[]): Parcel | null {
  for (const parts of [cells, raw.split(/[\t;,|]/), /^(\S+)\s+(.+)$/.exec(raw.trim())?.slice(1) ?? [raw]]) {
    const given = parts.map((part) => part.trim())
    const at = given.findIndex(isNumber)
    if (at >= 0) return parcel(given[at], given.slice(at + 1).find(Boolean))
  }
  return null
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
 * duplicates only within a request.
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

/** Splits lines into cells. An unclosed quote does not swallow the following lines. */
async function linesOf(text: string): Promise<{ raw: string; cells: string[] }[]> {
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
  const { data, meta } = isBroken ? parsed("\u0000") : quoted
  // Strips a spreadsheet's text marker and unbalanced quotes.
  const signs = isBroken ? /^['"]|"$/g : /^'/
  return data.map((cells) => ({
    raw: isBroken ? cells.join(meta.delimiter) : Papa.unparse([cells], { delimiter: meta.delimiter }),
    cells: cells.map((cell) => cell.trim().replace(signs, "").trim()),
  }))
}

const parcel = (order_number = "", tracking_number = "", carrier = ""): Parcel => ({
  order_number,
  tracking_number,
  ...(carrier && { carrier }),
})

/** Formats an order number as `ORD-000123`. */
export function orderNumberOf(text: string): string {
  const digits = /^#?(?:ord-?)?(\d{1,6})$/i.exec(text.trim())?.[1]
  return digits ? `ORD-${digits.padStart(6, "0")}` : text.trim()
}

/** The numbers of the orders that the list names more than once. */
export function doubled(list: Parcel[]): Set<string> {
  const numbers = list.map(({ order_number }) => orderNumberOf(order_number))
  return new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
}

/** Merges imported numbers into the list. They do not replace other numbers; new orders and duplicates are appended. */
export function merged(known: Parcel[], more: Parcel[]): Parcel[] {
  const given = more.map((one) => ({ ...one, order_number: orderNumberOf(one.order_number) }))
  const filled = known.map((one) => {
    const found = given.find(({ order_number }) => order_number === orderNumberOf(one.order_number))
    if (!found?.tracking_number || one.tracking_number.trim() !== "") return one
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
