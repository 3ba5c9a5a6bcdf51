import type { User } from "#contract/accounts.ts"
import { type Tier, tierOf, tiers } from "#contract/membership.ts"
import { wayToBuy } from "../../checkout/plan.ts"
import { useSession } from "../../session/session.ts"
import { ButtonLink, buttonClass } from "../../ui/Button.tsx"
import { dateOf } from "../../ui/format.ts"

/** The way into a membership: guests sign in first, and staff have none. Each line below has its place before it is known. */
export function Join({ tier }: { tier: Tier }) {
  const { user } = useSession()
  const { label, note } = offer(tier, user)
  const look = tier.level === bestFor(user) ? "primary" : "outline"
  return (
    <>
      <div className="if-out">
        <ButtonLink to="/login?next=/upgrade" look={look} className="w-full">
          Log in to choose {tier.name}
        </ButtonLink>
      </div>
      <div className="if-customer">
        {label && user && (
          <ButtonLink {...wayToBuy(tier)} look={look} className="w-full">
            {label}
          </ButtonLink>
        )}
        {label && !user && (
          // The link carries its plan only once this page is awake: until then it keeps its place.
          <span aria-hidden className={buttonClass(look, "w-full")}>
            {label}
          </span>
        )}
        {!label && <p className="flex min-h-11 items-center text-ink-2 text-ui">{note}</p>}
      </div>
      <p className="if-staff min-h-11 text-ink-2 text-ui">Memberships are for customers.</p>
      <p className="if-not-staff mt-2 min-h-[1.45em] text-ink-3 text-meta">{label && note}</p>
    </>
  )
}

/** What the button says, and a line under it; without a label there is nothing to buy. */
function offer(tier: Tier, user: User | null): { label: string | null; note?: string } {
  if (user?.role !== "user" || user.membership_level === "free") return { label: `Choose ${tier.name}` }
  const own = tierOf(user.membership_level)
  const isLower = tiers.indexOf(tier) < tiers.indexOf(own)
  const isOwn = tier.level === own.level
  const end = user.membership_expires_at
  if (!end && isOwn) return { label: null, note: "You have it without an end." }
  if (!end && isLower) return { label: null, note: `Your ${own.name} includes it.` }
  if (isOwn) return { label: `Renew ${tier.name}`, note: `Yours until ${dateOf(end!)}` }
  if (isLower) return { label: `Choose ${tier.name}`, note: `Begins when your ${own.name} ends` }
  const becomes = end ? "What you have left is converted" : `Your ${own.name} goes on after it`
  return { label: `Upgrade to ${tier.name}`, note: becomes }
}

function bestFor(user: User | null): Tier["level"] {
  return user?.membership_level === "vvip" ? "vvip" : "vip"
}
