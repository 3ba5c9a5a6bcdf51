import type { Route } from "./+types/privacy-version"
import { OwnText } from "./OwnText.tsx"
import { ownLinks, ownMeta, versionText } from "./ownText.ts"

export const loader = ({ context, params }: Route.LoaderArgs) => versionText("privacy", context, params.number)

export const links = ownLinks

export const meta: Route.MetaFunction = (where) => ownMeta(where) ?? []

export default function PrivacyVersion({ loaderData }: Route.ComponentProps) {
  return <OwnText page={loaderData} of="privacy" />
}
