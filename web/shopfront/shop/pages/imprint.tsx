import { data } from "react-router"
import { t } from "#contract/t.ts"
import { pageMeta, privateMeta } from "../../../platform/meta/meta.ts"
import { visitContext } from "../../../platform/visit.ts"
import NotFound from "../not-found.tsx"
import type { Route } from "./+types/imprint"
import { Prose } from "./Prose.tsx"
import { sellerChapters } from "./Seller.tsx"

/** There is no such page before a super admin has entered the seller. */
export async function loader({ context }: Route.LoaderArgs) {
  const seller = await context.get(visitContext).services.seller()
  return data(seller, { status: seller ? 200 : 404 })
}

export const meta: Route.MetaFunction = (where) =>
  where.loaderData
    ? pageMeta(where, {
        title: t`Imprint`,
        description: t`Who runs this shop, how to reach us, and who is responsible for personal data.`,
      })
    : privateMeta(t`Page not found`)

export default function Imprint({ loaderData: seller }: Route.ComponentProps) {
  if (!seller) return <NotFound />
  return (
    <Prose
      title={t`Imprint`}
      lead={t`Who runs this shop, how to reach us, and who is responsible for personal data.`}
      chapters={[sellerChapters.seller(seller), sellerChapters.controller(seller), ...sellerChapters.disputes(seller)]}
    />
  )
}
