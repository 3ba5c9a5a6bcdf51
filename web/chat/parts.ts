import type { ChatMessage } from "#contract/chat.ts"
import { dayOf } from "./times.ts"

/** Messages of one day that are drawn, and put to sleep, together. */
export interface Part {
  /** Stays as it is, whatever comes before and after it. */
  key: number
  messages: ChatMessage[]
}

export interface Day {
  key: string
  parts: Part[]
}

/** As many as a page brings. */
const most = 50

/**
 * Messages by days, and each day in parts. A part begins where it began before, so that what is added at an end changes nothing but
 * that end; `starts` keeps those places, in their order, and grows with what is new.
 */
export function inParts(messages: readonly ChatMessage[], starts: number[]): Day[] {
  const days: Day[] = []
  let known = { hour: "", day: "" }
  let at = 0
  for (const message of messages) {
    // Dates are slow to write: those of one hour share one.
    const hour = message.created_at.slice(0, 13)
    if (hour !== known.hour) known = { hour, day: dayOf(message.created_at) }
    let day = days.at(-1)
    let begins = day?.key !== known.day || day.parts.at(-1)!.messages.length >= most
    let isKnown = false
    for (; starts[at]! <= message.id; at++) isKnown = begins = true
    if (!begins) {
      day!.parts.at(-1)!.messages.push(message)
      continue
    }
    if (!isKnown) starts.splice(at++, 0, message.id)
    if (day?.key !== known.day) {
      day = { key: known.day, parts: [] }
      days.push(day)
    }
    day.parts.push({ key: starts[at - 1]!, messages: [message] })
  }
  return days
}
