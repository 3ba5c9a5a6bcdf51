import type { User } from "#contract/accounts.ts"
import { Notifications } from "../account/Notifications.tsx"
import { LoadingRows } from "../account/OrderTable.tsx"
import { Switch } from "../account/Switch.tsx"
import { explain } from "../api/client.ts"
import { usePreferences } from "../notifications/preferences.ts"
import { ErrorState } from "../ui/states.tsx"

interface Kind {
  name: "tell_messages" | "tell_flagged" | "tell_orders" | "mail_flagged" | "mail_waiting_orders"
  label: string
  hint: string
}

function kindsOf({ role, admin_type }: User): Kind[] {
  if (role === "moderator") {
    return [
      { name: "tell_messages", label: "Messages", hint: "A member has written about one of your models." },
      {
        name: "tell_flagged",
        label: "Flagged items",
        hint: "An admin asks you to review content about one of your models.",
      },
    ]
  }
  const flagged: Kind[] = [
    { name: "tell_flagged", label: "Flagged items", hint: "New items are waiting in the review queue." },
    {
      name: "mail_flagged",
      label: "Flagged items by email",
      hint: "At most one email per hour, without message content.",
    },
  ]
  const orders: Kind[] = [
    { name: "tell_orders", label: "Orders", hint: "An order needs a decision." },
    { name: "mail_waiting_orders", label: "Orders by email", hint: "At most one email per hour." },
  ]
  return admin_type === "content_admin" ? flagged : admin_type === "financial_admin" ? orders : [...flagged, ...orders]
}

/** Notifications, their settings, and what staff are notified of. */
export function StaffNotifications({ user }: { user: User }) {
  return (
    <>
      <Notifications user={user} />
      <section aria-labelledby="kinds" className="mt-12 max-w-[38rem]">
        <h3 id="kinds" className="font-display text-h3">
          Notify me about
        </h3>
        <Kinds kinds={kindsOf(user)} />
      </section>
    </>
  )
}

function Kinds({ kinds }: { kinds: Kind[] }) {
  const { data, error, isPending, refetch, change } = usePreferences()
  if (isPending) return <LoadingRows rows={kinds.length} />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  return (
    <ul className="mt-2 divide-y divide-line border-line border-b">
      {kinds.map(({ name, label, hint }) => (
        <li key={name}>
          <Switch label={label} hint={hint} checked={data[name]} onChange={(on) => void change({ [name]: on })} />
        </li>
      ))}
    </ul>
  )
}
