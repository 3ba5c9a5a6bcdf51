import type { Doll } from "#contract/catalog.ts"
import { modelTexts } from "#contract/texts.ts"
import { ApiError, ask } from "../../platform/api/client.ts"

export interface Opened {
  doll: Doll
  /** The ETag, which `If-Match` sends back. */
  tag: string
}

/** `id` may come from an address. Throws ApiError 404 without a call if it is not a number. */
export async function open(id: string | number): Promise<Opened> {
  if (!/^[1-9]\d*$/.test(String(id))) throw new ApiError(404, { detail: modelTexts.notFound }, null)
  const { data, response } = await ask(`GET /dolls/${Number(id)}`)
  return { doll: data, tag: tagIn(response) }
}

export const tagIn = (response: Response) => response.headers.get("etag") ?? "*"
