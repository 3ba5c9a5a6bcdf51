import { queryOptions } from "@tanstack/react-query"
import type { CannedReply } from "#contract/chat.ts"
import { call } from "../api/client.ts"

export const cannedQuery = (owner: string) =>
  queryOptions({
    queryKey: ["canned", owner],
    queryFn: ({ signal }) => call<CannedReply[]>("GET /chat/canned-replies", { signal }),
    staleTime: 60_000,
  })

/** `/` at the beginning, and what follows it: which replies are meant. Null when none are asked for. */
export function askedFor(text: string): string | null {
  return /^\/([^\n/]{0,60})$/.exec(text)?.[1]?.trim().toLowerCase() ?? null
}

/** Those whose title begins with it first, then those that hold it in title or text. */
export function matching(replies: readonly CannedReply[], asked: string): CannedReply[] {
  const begins = (reply: CannedReply) => reply.title.toLowerCase().startsWith(asked)
  const holds = (reply: CannedReply) => `${reply.title}\n${reply.content}`.toLowerCase().includes(asked)
  return [...replies.filter(begins), ...replies.filter((reply) => !begins(reply) && holds(reply))]
}

/** Puts the member's first name in. */
export function filled(content: string, fullName: string): string {
  return content.replaceAll("{first_name}", fullName.trim().split(/\s+/)[0] || "there")
}
