import * as z from "zod"
import { Timestamp, text, withoutInvisible } from "../common.ts"
import { languageNames } from "../languages.ts"
import { t } from "../t.ts"
import { copyPageNames, copyPieces, type Piece } from "./pieces.ts"

export const CopyPlace = z.object({ page: z.enum(copyPageNames), language: z.enum(languageNames) })
export type CopyPlace = z.infer<typeof CopyPlace>

/** An empty text means the default. */
const wording = ({ max, hasLines }: Piece) =>
  text()
    .overwrite((given) => withoutInvisible(given.replace(/\r\n?/g, "\n")))
    .trim()
    .max(max)
    .refine((given) => !(hasLines ? /[^\P{Cc}\n]/u : /\p{Cc}/u).test(given), t`Control characters are not allowed.`)

/** The texts of the page that is edited; those of others are ignored. */
export const CopyWords = z.object(
  Object.fromEntries(Object.entries(copyPieces).map(([key, piece]) => [key, wording(piece).optional()])),
)
export type CopyWords = z.infer<typeof CopyWords>

export const EditCopy = CopyWords.extend({
  /** Keeps the words as a draft, publishes them, or does so at this moment. */
  publish: z.union([z.literal("later"), z.literal("now"), Timestamp]),
})
export type EditCopy = z.infer<typeof EditCopy>

export const CopyText = z.object({
  key: z.string(),
  /** What visitors read while it is not changed. */
  default: z.string(),
  /** What they read instead; null for the default. */
  published: z.string().nullable(),
  draft: z.string().nullable(),
  publish_at: Timestamp.nullable(),
  /** Whether the English text was published after this translation. */
  is_older: z.boolean(),
  updated_at: Timestamp.nullable(),
  updated_by: z.string().nullable(),
})
export type CopyText = z.infer<typeof CopyText>

export const CopyOfPage = z.object({ version: z.number().int(), texts: z.array(CopyText) })
export type CopyOfPage = z.infer<typeof CopyOfPage>

/** What waits on each page that has something to do. */
export const CopyWork = z.object({ ...CopyPlace.shape, drafts: z.number().int(), older: z.number().int() })
export type CopyWork = z.infer<typeof CopyWork>

export const PreviewedPage = z.object({ html: z.string() })
