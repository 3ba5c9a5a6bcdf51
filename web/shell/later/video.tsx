import { privateMeta } from "../meta.ts"
import { Later } from "./Later.tsx"

export const meta = () => privateMeta("Film")

export default function Video() {
  return (
    <Later
      title="The film room"
      ways={[
        { to: "/models", label: "Browse models" },
        { to: "/upgrade", label: "See memberships" },
      ]}
    >
      Films of the pieces will be shown here to VIP and VVIP members. The room opens with the next release.
    </Later>
  )
}
