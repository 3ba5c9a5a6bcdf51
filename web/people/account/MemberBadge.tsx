import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { usePlanName } from "../../shopfront/orders/plans.ts"

/** The membership, unless the page names it elsewhere (`isNamed`), or a link to upgrade. */
export function MemberBadge({ user, isNamed }: { user: User; isNamed: boolean }) {
  const { membership_level: level, vip } = user
  const nameOf = usePlanName()
  return (
    <>
      {level !== "free" && !isNamed && <Tag tone={vip ? "gilt" : "celadon"}>{nameOf(level)}</Tag>}
      {!vip && (
        <Link to="/upgrade" className="link inline-flex min-h-11 items-center text-ui">{t`Upgrade to VIP`}</Link>
      )}
    </>
  )
}
