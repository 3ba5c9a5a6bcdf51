import { data } from "react-router"
import { language } from "../../../platform/language.ts"
import { followRedirect, visitContext } from "../../../platform/visit.ts"
import type { Route } from "./+types/own-page"
import { OwnText } from "./OwnText.tsx"
import { ownLinks, ownMeta } from "./ownText.ts"

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const page = await services.ownPage(params.slug, language)
  if (!page) {
    await followRedirect(services, request)
    throw data(null, { status: 404 })
  }
  if (page.slug !== params.slug) {
    // The router puts the language before the path.
    throw new Response(null, { status: 301, headers: { location: `/pages/${page.slug}` } })
  }
  return page
}

export const links = ownLinks

export const meta: Route.MetaFunction = (where) => ownMeta(where) ?? []

export default function OwnPage({ loaderData }: Route.ComponentProps) {
  return <OwnText page={loaderData} />
}
