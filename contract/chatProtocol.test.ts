import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type * as z from "zod"
import { ClientFrame, RoomIdentify, ServerFrame } from "./chat.ts"
import { closeCodes } from "./closeCodes.ts"
import { statusOf } from "./codes.ts"
import { maxChatFile, maxMessageLength } from "./limits.ts"
import { AccountFrame } from "./sockets.ts"

/** The sections by heading. */
const sections = new Map(
  readFileSync(`${import.meta.dirname}/../docs/chat-protocol.md`, "utf8")
    .split(/^## /m)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
)

test("the protocol document lists every frame of the contract, with its fields", () => {
  expect(framesIn("Client frames")).toEqual(fieldsOf([RoomIdentify, ...ClientFrame.options], { ping: [] }))
  expect(framesIn("Server frames of a room")).toEqual(fieldsOf(ServerFrame.options))
  expect(framesIn("Server frames of an account")).toEqual(fieldsOf(AccountFrame.options))
})

test("it lists every close code and knows every error code it names", () => {
  const rows = rowsOf("Staying connected").filter(([, name]) => name !== "")
  const listed = rows.map(([code, name]) => [name, Number(code)])
  expect(Object.fromEntries(listed)).toEqual(closeCodes)
  const codes = rowsOf("Sending").flatMap(([names]) => inQuotes(names!))
  expect(codes.filter((code) => !(code in statusOf))).toEqual([])
})

test("it names the limits that hold", () => {
  expect(sections.get("Client frames")).toContain(`1 to ${maxMessageLength.toLocaleString("en-US")} UTF-16 code units`)
  const upload = [...sections.values()].join("").match(/^\| `POST \/api\/chat\/messages\/\{roomId\}\/upload`.*$/m)?.[0]
  expect(upload).toContain(`at most ${maxChatFile} MB`)
})

test("its examples are frames of the contract", () => {
  const examples = (heading: string) =>
    [...sections.get(heading)!.matchAll(/^\{.*\}$/gm)].map(([line]) => JSON.parse(line))
  const [hello, ...said] = examples("Connecting")
  expect(() => RoomIdentify.parse(hello)).not.toThrow()
  const answers = examples("Server frames of a room")
  const account = examples("Server frames of an account")
  expect([said.length, answers.length, account.length]).toEqual([2, 6, 2])
  for (const frame of said) expect(() => ClientFrame.parse(frame)).not.toThrow()
  for (const frame of answers) expect(() => ServerFrame.parse(frame)).not.toThrow()
  for (const frame of account) expect(() => AccountFrame.parse(frame)).not.toThrow()
})

test("each of its guarantees is checked by the fault tests", () => {
  const numbers = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, n]) => Number(n)))]
  const made = numbers(sections.get("What a client may rely on")!, /^(\d+)\. /gm)
  const checks = readFileSync(`${import.meta.dirname}/../bench/faults/promises.ts`, "utf8")
  expect(made).toHaveLength(12)
  expect(numbers(checks, /^ {2}"(\d+): /gm).sort((a, b) => a - b)).toEqual(made)
})

type Frames = Record<string, string[]>

/** Type and fields; optional fields with a `?`. */
function fieldsOf(schemas: readonly z.ZodObject[], others: Frames = {}): Frames {
  const frames = schemas.map(({ shape: { type, ...fields } }): [string, string[]] => [
    (type as z.ZodLiteral<string>).value,
    Object.entries(fields)
      .map(([name, field]) => ((field as z.ZodType).isOptional() ? `${name}?` : name))
      .sort(),
  ])
  return { ...Object.fromEntries(frames), ...others }
}

function framesIn(heading: string): Frames {
  return Object.fromEntries(rowsOf(heading).map(([type, fields]) => [inQuotes(type!)[0], inQuotes(fields!).sort()]))
}

/** The cells of the section's last table, without its header. */
function rowsOf(heading: string): string[][] {
  const rows = sections
    .get(heading)!
    .split("\n")
    .filter((line) => line.startsWith("|"))
  const head = rows.findLastIndex((row) => row.startsWith("|---"))
  return rows.slice(head + 1).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The names in backquotes, with a following `?`. */
function inQuotes(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`(\??)/g)].map(([, name, optional]) => name + optional!)
}
