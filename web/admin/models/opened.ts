import type { Doll } from "#contract/catalog.ts"
import { ask } from "../../api/client.ts"

export interface Opened {
  doll: Doll
  /** What If-Match says. */
  tag: string
}

export async function open(id: string | number): Promise<Opened> {
  const { data, response } = await ask<Doll>(`GET /dolls/${id}`, {})
  return { doll: data, tag: tagIn(response) }
}

export const tagIn = (response: Response) => response.headers.get("etag") ?? "*"
