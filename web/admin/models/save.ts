import type { Doll } from "#contract/catalog.ts"
import { ApiError, ask } from "../../platform/api/client.ts"
import { changedMeanwhile, changesOf, type DollInput } from "./form.ts"
import { type Opened, open, tagIn } from "./opened.ts"

/** The model as saved, or as another admin has changed it meanwhile. Null if there was nothing to save. */
type Saved = { saved: Opened } | { theirs: Opened } | null

/** Saves the differences from the model as it was read, or as an earlier save left it whose answer was lost. */
export function saver(): (opened: Opened, values: DollInput) => Promise<Saved> {
  let lost: Doll[] = []
  return async (opened, values) => {
    const { id } = opened.doll
    const now = lost.length > 0 ? await open(id) : opened
    const isOwn = lost.some((sent) => changedMeanwhile(sent, now.doll).length === 0)
    const from = isOwn ? now : opened
    const changed = changesOf(from.doll, values)
    if (Object.keys(changed).length === 0) return isOwn ? { saved: from } : null
    try {
      const { data, response } = await ask(`PATCH /dolls/${id}`, { body: changed, headers: { "if-match": from.tag } })
      lost = []
      return { saved: { doll: data, tag: tagIn(response) } }
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 0 || status >= 500) lost.push({ ...from.doll, ...changed } as Doll)
      const theirs = status === 412 ? await open(id).catch(() => undefined) : undefined
      if (theirs) return { theirs }
      throw error
    }
  }
}
