import { useState } from "react"
import { t } from "#contract/t.ts"
import { ApiError } from "../api/client.ts"
import { randomKey } from "../ui/random.ts"

/** `of` identifies the content, if one form may send several: files, or messages. */
type SendOnce = <T>(send: (headers: { "idempotency-key": string }) => Promise<T>, of?: unknown) => Promise<T>

/** Used by forms that create something: sending again after a lost answer creates nothing twice. */
export const useSendOnce = (): SendOnce => useState(sendOnce)[0]

/**
 * Sends with an `Idempotency-Key` that stays the same until the server has confirmed that it saved the content. The
 * server refuses the key if it saved other content under it.
 */
export function sendOnce(): SendOnce {
  const keys = new Map<string, string>()
  return async (send, of) => {
    const text = textOf(of)
    const key = keys.get(text) ?? randomKey()
    keys.set(text, key)
    try {
      const answer = await send({ "idempotency-key": key })
      keys.delete(text)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "IDEMPOTENCY_MISMATCH")) throw error
      keys.delete(text)
      const { status, code } = error
      throw new ApiError(status, { code, detail: t`Your first attempt was saved. You can find it in the list.` }, null)
    }
  }
}

function textOf(of: unknown): string {
  if (of instanceof FormData) return [...of].map(([name, value]) => `${name} ${textOf(value)}`).join()
  return JSON.stringify(of instanceof File ? marksOf(of) : (of ?? null))
}

const marksOf = ({ name, size, lastModified }: File) => [name, size, lastModified]
