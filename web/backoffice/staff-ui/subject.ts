import { queryOptions } from "@tanstack/react-query"
import type { Mentionable } from "#contract/customers.ts"
import { call } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"

/** The subject of a timeline and notes, as its address in the API. */
export type SubjectAddress = `/admin/customers/${number}` | `/admin/orders/${number}` | `/chat/rooms/${number}`

/** Begins with the key of the subject's list, so that `refresh` of the list refetches the timeline too. */
export const timelineKey = (of: SubjectAddress) => [...of.split("/").slice(1, 3), "timeline", of]
export const notesKey = (of: SubjectAddress) => ["notes", of]

/** Staff who can be mentioned. */
export const peopleQuery = (of: SubjectAddress) =>
  queryOptions({
    queryKey: ["notes", of, "people"],
    queryFn: ({ signal }) => call(`GET ${of}/notes/people`, { signal }),
    staleTime: 60_000,
  })

export async function refreshNotes(of: SubjectAddress): Promise<void> {
  await Promise.all([notesKey(of), timelineKey(of)].map((queryKey) => queries().invalidateQueries({ queryKey })))
}

/** The part of a name that was typed after an `@` before the caret, or null without one. */
export function mentionAt(text: string): string | null {
  return /(?:^|\s)@([^@\n]{0,60})$/u.exec(text)?.[1]?.toLowerCase() ?? null
}

/** Staff with a part of the name that begins with the typed text. */
export function named(people: readonly Mentionable[], asked: string): Mentionable[] {
  return people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${asked}`))
}

/** The ids of people whose name follows an `@` in the text. */
export function mentionedIn(text: string, people: readonly Mentionable[]): number[] {
  return people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
}

/** Splits the text into parts and marks those that mention somebody. */
export function partsOf(text: string, names: readonly string[]): { text: string; isMention: boolean }[] {
  const marks = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length)
  const parts: { text: string; isMention: boolean }[] = []
  let rest = text
  while (rest !== "") {
    const mark = marks.find((one) => rest.startsWith(one))
    const next = marks.map((one) => rest.indexOf(one)).filter((at) => at > 0)
    const length = mark?.length ?? Math.min(rest.length, ...next)
    parts.push({ text: rest.slice(0, length), isMention: mark !== undefined })
    rest = rest.slice(length)
  }
  return parts
}
