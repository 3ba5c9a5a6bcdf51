import type { Tier } from "#contract/membership.ts"
import { useSession } from "../../session/session.ts"
import { ButtonLink } from "../../ui/Button.tsx"

/** The way into a membership: guests sign in first. Buying itself is not open yet, and the page says so in place of a dead button. */
export function Join({ tier }: { tier: Tier }) {
  const { user } = useSession()
  const isStaff = user !== null && user.role !== "user"
  const isTheirs = user?.membership_level === tier.level
  return (
    <>
      <div className="if-out">
        <ButtonLink to="/login?next=/upgrade" look={tier.recommended ? "primary" : "outline"} className="w-full">
          Log in to choose {tier.name}
        </ButtonLink>
      </div>
      <p className="if-in flex min-h-11 items-center text-ink-2 text-ui">
        {isStaff ? "Memberships are for customers." : isTheirs ? "This is your membership." : "Memberships open soon."}
      </p>
    </>
  )
}
