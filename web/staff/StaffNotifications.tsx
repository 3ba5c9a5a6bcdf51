import type { User } from "#contract/accounts.ts"
import { Notifications } from "../account/notices/Notifications.tsx"
import { LoadingRows } from "../account/OrderTable.tsx"
import { usePreferences } from "../account/preferences.ts"
import { Switch } from "../account/Switch.tsx"
import { explain } from "../api/client.ts"
import { ErrorState } from "../ui/states.tsx"

interface Kind {
  name: "tell_messages" | "tell_flagged"
  label: string
  hint: string
}

function kindsOf({ role, admin_type }: User): Kind[] {
  if (role === "moderator") {
    return [
      { name: "tell_messages", label: "Messages", hint: "A member has written about one of your models." },
      { name: "tell_flagged", label: "Flagged items", hint: "An admin asks you to look at something of your models." },
    ]
  }
  if (admin_type === "financial_admin") return []
  return [{ name: "tell_flagged", label: "Flagged items", hint: "Something new waits in the queue for a decision." }]
}

/** What has come, how the browser tells of it, and what staff are told of. */
export function StaffNotifications({ user }: { user: User }) {
  return (
    <>
      <Notifications user={user} />
      <section aria-labelledby="kinds" className="mt-12 max-w-[38rem]">
        <h3 id="kinds" className="font-display text-h3">
          What you are told of
        </h3>
        <Kinds kinds={kindsOf(user)} />
      </section>
    </>
  )
}

function Kinds({ kinds }: { kinds: Kind[] }) {
  const { data, error, isPending, refetch, change } = usePreferences()
  if (kinds.length === 0) {
    return (
      <p className="mt-3 text-ink-2">
        Of your own account only. Orders and payments that wait for a decision are marked in the admin panel.
      </p>
    )
  }
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
