import type { ChatMessage } from "#contract/chat.ts"
import { dayOf } from "./times.ts"

/** Messages of one day that are rendered, or skipped, together. */
export interface Part {
  /** A stable React key. */
  key: number
  messages: ChatMessage[]
}

export interface Day {
  key: string
  parts: Part[]
}

/** Messages of a part. */
const maxMessages = 50

/**
 * Groups messages by day, and each day into parts. A part keeps its first message, so that an addition changes only the
 * part at that end. `starts` holds these first messages in order.
 */
export function inParts(messages: readonly ChatMessage[], starts: number[]): Day[] {
  const days: Day[] = []
  let known = { hour: "", day: "" }
  let at = 0
  for (const message of messages) {
    // Formatting dates is slow, so it is cached by the hour.
    const hour = message.created_at.slice(0, 13)
    if (hour !== known.hour) known = { hour, day: dayOf(message.created_at) }
    let day = days.at(-1)
    let begins = day?.key !== known.day || day.parts.at(-1)!.messages.length >= maxMessages
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
