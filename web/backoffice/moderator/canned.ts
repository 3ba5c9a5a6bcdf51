import { queryOptions } from "@tanstack/react-query"
import type { CannedReply } from "#contract/chat.ts"
import { call } from "../../platform/api/client.ts"

export const cannedQuery = (owner: string) =>
  queryOptions({
    queryKey: ["canned", owner],
    queryFn: ({ signal }) => call("GET /chat/canned-replies", { signal }),
    staleTime: 60_000,
  })

/** Returns the query after a leading `/`, or null without one. */
export function commandIn(text: string): string | null {
  return /^\/([^\n/]{0,60})$/.exec(text)?.[1]?.trim().toLowerCase() ?? null
}

/** Replies whose title begins with the query come first, followed by those that contain it. */
export function matching(replies: readonly CannedReply[], asked: string): CannedReply[] {
  const begins = (reply: CannedReply) => reply.title.toLowerCase().startsWith(asked)
  const holds = (reply: CannedReply) => `${reply.title}\n${reply.content}`.toLowerCase().includes(asked)
  return [...replies.filter(begins), ...replies.filter((reply) => !begins(reply) && holds(reply))]
}

export interface Names {
  member: string
  model: string
}

/** Inserts the member's first name and the model's name. */
export function filled(content: string, { member, model }: Names): string {
  const first = member.trim().split(/\s+/)[0] || "there"
  return content.replaceAll(/\{(member|first_name|model)\}/g, (_, name) => (name === "model" ? model : first))
}
