import { ButtonLink } from "../ui/Button.tsx"
import { PanelTitle } from "./PanelTitle.tsx"

export function VipTab() {
  return (
    <>
      <PanelTitle>VIP Content</PanelTitle>
      <p className="mt-5 max-w-measure text-ink-2">The film room is a part of your membership.</p>
      <ButtonLink to="/vip-content" className="mt-5">
        Open VIP content
      </ButtonLink>
    </>
  )
}
