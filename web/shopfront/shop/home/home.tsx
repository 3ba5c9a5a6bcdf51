import { useEffect } from "react"
import { homeCopy } from "#contract/copy/home.ts"
import { useMe } from "../../../platform/auth/user.ts"
import { language } from "../../../platform/language.ts"
import { logos } from "../../../platform/meta/look.ts"
import { originOf, pageMeta } from "../../../platform/meta/meta.ts"
import { shopName } from "../../../platform/meta/shop.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { homeOf } from "../../../platform/navigation/links.ts"
import { useNavigate } from "../../../platform/router.ts"
import { visitContext } from "../../../platform/visit.ts"
import { cardOf } from "../card.ts"
import type { Route } from "./+types/home"
import { Calling } from "./Calling.tsx"
import { Featured } from "./Featured.tsx"
import { Features } from "./Features.tsx"
import { Hero } from "./Hero.tsx"
import { Testimonials } from "./Testimonials.tsx"

const words = wordsOf(homeCopy)

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const [slides, featured, voices] = await Promise.all([
    services.listSlides().catch(() => null),
    services.listDolls({ category: "limited_edition", skip: 0, limit: 3, sort: "newest" }, language),
    services.voices(),
  ])
  return { slides, featured: featured.items.map(cardOf), voices }
}

export const meta: Route.MetaFunction = (where) => {
  const origin = originOf(where)
  return pageMeta(where, {
    title: words("home_tab"),
    description: words("home_description"),
    jsonLd: [
      {
        "@type": "Organization",
        "@id": `${origin}/#shop`,
        name: shopName(),
        url: `${origin}/`,
        logo: origin + (logos()?.[0].url ?? "/favicon.svg"),
      },
      {
        "@type": "WebSite",
        name: shopName(),
        url: `${origin}/`,
        description: words("home_description"),
        isFamilyFriendly: false,
        publisher: { "@id": `${origin}/#shop` },
        potentialAction: {
          "@type": "SearchAction",
          target: `${origin}/models?q={search_term_string}`,
          "query-input": "required name=search_term_string",
        },
      },
    ],
  })
}

export default function Home({ loaderData: { slides, featured, voices } }: Route.ComponentProps) {
  useStaffHome()
  return (
    <div id="home">
      <Hero slides={slides} />
      <Features />
      <Featured dolls={featured} />
      {voices.length > 0 && <Testimonials voices={voices} />}
      <Calling />
    </div>
  )
}

/** Redirects staff whom the browser did not remember. The boot script redirects the others. */
function useStaffHome(): void {
  const { status, user } = useMe()
  const go = useNavigate()
  const role = status === "in" ? user.role : null
  useEffect(() => {
    if (role === "admin" || role === "moderator") go(homeOf(role), { replace: true })
  }, [role, go])
}
