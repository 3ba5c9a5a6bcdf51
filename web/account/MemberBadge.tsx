import { Link } from "react-router"
import type { User } from "#contract/accounts.ts"
import { Tag } from "../ui/states.tsx"

/** The membership somebody has, or the way to it. */
export function MemberBadge({ user }: { user: User }) {
  if (user.vip) return <Tag tone="gilt">{user.membership_level === "vvip" ? "VVIP Member" : "VIP Member"}</Tag>
  return (
    <>
      {user.membership_level === "standard" && <Tag tone="celadon">Standard Member</Tag>}
      <Link to="/upgrade" className="link inline-flex min-h-11 items-center text-ui">
        Upgrade to VIP
      </Link>
    </>
  )
}
