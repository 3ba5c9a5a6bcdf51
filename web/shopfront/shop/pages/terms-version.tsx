import type { Route } from "./+types/terms-version"
import { OwnText } from "./OwnText.tsx"
import { ownLinks, ownMeta, versionText } from "./ownText.ts"

export const loader = ({ context, params }: Route.LoaderArgs) => versionText("terms", context, params.number)

export const links = ownLinks

export const meta: Route.MetaFunction = (where) => ownMeta(where) ?? []

export default function TermsVersion({ loaderData }: Route.ComponentProps) {
  return <OwnText page={loaderData} of="terms" />
}
