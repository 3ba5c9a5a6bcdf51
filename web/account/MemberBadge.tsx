import type { User } from "#contract/accounts.ts"
import { levelName } from "#contract/membership.ts"
import { Link } from "../router.ts"
import { Tag } from "../ui/states.tsx"

/** The user's membership, or a link to get one. */
export function MemberBadge({ user }: { user: User }) {
  if (user.vip) return <Tag tone="gilt">{levelName(user.membership_level)}</Tag>
  return (
    <>
      {user.membership_level === "standard" && <Tag tone="celadon">{levelName("standard")}</Tag>}
      <Link to="/upgrade" className="link inline-flex min-h-11 items-center text-ui">
        Upgrade to VIP
      </Link>
    </>
  )
}
