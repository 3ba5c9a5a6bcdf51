import type { RouterContextProvider } from "react-router"
import { data } from "react-router"
import type { LegalPage } from "#contract/legal.ts"
import type { Builtin } from "#contract/sitePages.ts"
import type { ShownPage } from "#server/platform/site-pages/shown.ts"
import { language } from "../../../platform/language.ts"
import { pageMeta } from "../../../platform/meta/meta.ts"
import { preview } from "../../../platform/ui/format.ts"
import { visitContext } from "../../../platform/visit.ts"
import css from "./own.css?url"

/** The styles of pages that can have a text in Markdown. */
export const ownLinks = () => [{ rel: "stylesheet", href: css }]

/** Reads the owner's text of a page that the shop comes with; null for the default, or where `default` asks for it. */
export async function builtinText(
  name: Builtin,
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<ShownPage | null> {
  if (new URL(request.url).searchParams.has("default")) return null
  return context.get(visitContext).services.builtinPage(name, language)
}

/** Reads a version of a legal page. */
export async function versionText(
  name: LegalPage,
  context: Readonly<RouterContextProvider>,
  number: string,
): Promise<ShownPage> {
  const { services } = context.get(visitContext)
  const page = /^[1-9]\d{0,6}$/.test(number) ? await services.legalPage(name, Number(number), language) : null
  if (!page) throw data(null, { status: 404 })
  return page
}

/** The title and the description of the owner's text; null while there is none. */
export function ownMeta(where: Parameters<typeof pageMeta>[0] & { loaderData?: ShownPage | null | undefined }) {
  const page = where.loaderData
  if (!page) return null
  const { title, description, languages } = page
  return pageMeta(where, { title, description: description || excerpt(page), languages, type: "article" })
}

const excerpt = ({ title, intro, chapters }: ShownPage) =>
  preview(wordsIn(intro + chapters.map((one) => one.html).join(" ")), 160) || title

const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" }

/** Returns the words of HTML that the server made from Markdown. */
export const wordsIn = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, " ")
    .trim()
