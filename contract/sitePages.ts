import * as z from "zod"
import { byLanguage, Id, line, markdown, Timestamp, text } from "./common.ts"
import { type Language, languageNames, languages } from "./languages.ts"
import { t } from "./t.ts"

/** The pages that have a text of the shop until the owner publishes another one. */
export const builtins = ["terms", "privacy", "accessibility", "faq"] as const
export type Builtin = (typeof builtins)[number]
export const pagePlaces = ["header", "footer", "none"] as const
export type PagePlace = (typeof pagePlaces)[number]

export const pageLimits = {
  title: 100,
  description: 200,
  content: 60_000,
  slug: 60,
  pages: 100,
  pictures: 200,
} as const

export const sitePageTexts = {
  noSlug: t`Please enter an address.`,
  slug: t`Use lowercase letters, digits and hyphens.`,
  slugTaken: t`Another page has this address.`,
  noTitle: t`Please enter a title.`,
  noContent: t`Please enter the text of the page.`,
  noEnglish: t`A page needs an English text before it can be published.`,
  notOwn: t`This page always has the same address.`,
  notPublished: t`This page isn't published.`,
  nothingNew: t`Visitors already see this text.`,
  tooMany: t`There are ${pageLimits.pages} pages already. Delete one first.`,
  tooManyPictures: t`This page has ${pageLimits.pictures} images already.`,
  missing: t`This page doesn't exist.`,
  saved: t`Draft saved`,
  saveFailed: t`Failed to save the page`,
  published: t`Page published`,
  publishFailed: t`Failed to publish the page`,
  pictureFailed: t`Failed to add the image`,
  previewFailed: t`Failed to load the preview`,
} as const

const title = line(pageLimits.title, sitePageTexts.noTitle)
const description = line(pageLimits.description, t`Please enter a description.`).or(z.literal(""))

/** The text of a page in one language; the content is Markdown. */
export const PageText = z.object({
  title,
  description,
  content: markdown(pageLimits.content, sitePageTexts.noContent),
})
export type PageText = z.infer<typeof PageText>
export type PageTexts = Partial<Record<Language, PageText>>

const texts = byLanguage(languageNames, PageText)

export const PageSlug = text(sitePageTexts.noSlug)
  .trim()
  .toLowerCase()
  .min(1, sitePageTexts.noSlug)
  .max(pageLimits.slug)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, sitePageTexts.slug)

export const NewPage = z.object({ slug: PageSlug })
export type NewPage = z.infer<typeof NewPage>

/** Saves the draft. The address and the place of a page of the owner apply at once. */
export const EditPage = z.object({
  slug: PageSlug,
  place: z.enum(pagePlaces),
  position: z.number().int().min(0).max(999),
  texts,
})
export type EditPage = z.infer<typeof EditPage>

export const PreviewPage = z.object({
  language: z.enum(Object.keys(languages) as [Language, ...Language[]]),
  content: markdown(pageLimits.content, sitePageTexts.noContent).or(z.literal("")),
})
export type PreviewPage = z.infer<typeof PreviewPage>

/** A text as visitors see it: HTML made by the server, cut at its headings. */
export const RenderedPage = z.object({
  intro: z.string(),
  chapters: z.array(z.object({ id: z.string(), title: z.string(), html: z.string() })),
})
export type RenderedPage = z.infer<typeof RenderedPage>

/** `state`: `default` shows the text of the shop, `changed` has a draft that differs from what visitors see. */
export const ListedPage = z.object({
  id: Id,
  builtin: z.enum(builtins).nullable(),
  slug: z.string(),
  title: z.string(),
  path: z.string(),
  place: z.enum(pagePlaces),
  position: z.number().int(),
  languages: z.array(z.enum(languageNames)),
  state: z.enum(["default", "draft", "changed", "published"]),
  /** The number of the version that visitors see. */
  published: z.number().int().nullable(),
  may_edit: z.boolean(),
  updated_at: Timestamp,
  updated_by: z.string().nullable(),
})
export type ListedPage = z.infer<typeof ListedPage>

export const PageVersion = z.object({
  number: z.number().int(),
  published_at: Timestamp,
  published_by: z.string().nullable(),
})
export type PageVersion = z.infer<typeof PageVersion>

export const SitePage = ListedPage.extend({
  texts,
  /** The newest first. */
  versions: z.array(PageVersion),
  version: z.number().int(),
})
export type SitePage = z.infer<typeof SitePage>

/** The texts of a published version. */
export const VersionTexts = z.object({ texts })

export const PagePicture = z.object({ url: z.string() })

/** The versions that an account has been told of. */
export const SeenLegal = z.object({
  terms: z.number().int().min(0).max(100_000),
  privacy: z.number().int().min(0).max(100_000),
})
export type SeenLegal = z.infer<typeof SeenLegal>
