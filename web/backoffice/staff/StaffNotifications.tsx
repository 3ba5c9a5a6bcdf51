import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { Notifications } from "../../people/account/Notifications.tsx"
import { LoadingRows } from "../../people/account/OrderTable.tsx"
import { Switch } from "../../people/account/Switch.tsx"
import { usePreferences } from "../../people/notifications/preferences.ts"
import { explain } from "../../platform/api/client.ts"
import { SelectField } from "../../platform/ui/Field.tsx"
import { ownLocale } from "../../platform/ui/locale.ts"
import { ErrorState } from "../../platform/ui/states.tsx"

interface Kind {
  name:
    | "tell_messages"
    | "tell_flagged"
    | "tell_orders"
    | "tell_paid_orders"
    | "mail_paid_orders"
    | "tell_stock"
    | "mail_stock"
    | "mail_flagged"
    | "mail_waiting_orders"
  label: string
  hint: string
}

function kindsOf({ role, admin_type }: User): Kind[] {
  if (role === "moderator") {
    return [
      { name: "tell_messages", label: t`Messages`, hint: t`When a member writes about one of your models.` },
      {
        name: "tell_flagged",
        label: t`Flagged items`,
        hint: t`When an admin asks you to review content.`,
      },
    ]
  }
  const flagged: Kind[] = [
    { name: "tell_flagged", label: t`Flagged items`, hint: t`When new items reach the queue.` },
    {
      name: "mail_flagged",
      label: t`Flagged items by email`,
      hint: t`No more than one email an hour, without message content.`,
    },
  ]
  const orders: Kind[] = [
    { name: "tell_paid_orders", label: t`Paid orders`, hint: t`When an order has been paid.` },
    { name: "mail_paid_orders", label: t`Paid orders by email`, hint: t`At once, or a summary once a day.` },
    { name: "tell_orders", label: t`Orders`, hint: t`When an order needs attention.` },
    { name: "mail_waiting_orders", label: t`Orders by email`, hint: t`No more than one email an hour.` },
  ]
  const stock: Kind[] = [
    { name: "tell_stock", label: t`Low stock`, hint: t`When a model is nearly sold out.` },
    { name: "mail_stock", label: t`Low stock by email`, hint: t`No more than one email an hour.` },
  ]
  return admin_type === "content_admin"
    ? [...flagged, ...stock]
    : admin_type === "financial_admin"
      ? orders
      : [...flagged, ...orders, ...stock]
}

/** The notifications, their settings, and a list of what staff are notified about. */
export function StaffNotifications({ user }: { user: User }) {
  return (
    <>
      <Notifications user={user} />
      <section aria-labelledby="kinds" className="mt-12 max-w-[34rem]">
        <h3 id="kinds" className="font-display text-h3">{t`Notify me about`}</h3>
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
          {name === "mail_paid_orders" && data[name] && (
            <DigestHour hour={data.digest_paid_orders} onChange={(hour) => void change({ digest_paid_orders: hour })} />
          )}
        </li>
      ))}
    </ul>
  )
}

const hourName = new Intl.DateTimeFormat(ownLocale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" })
const hours = Array.from({ length: 24 }, (_, hour) => hourName.format(Date.UTC(2026, 0, 1, hour)))

/** When the emails about paid orders go out. */
function DigestHour({ hour, onChange }: { hour: number | null; onChange(hour: number | null): void }) {
  return (
    <div className="max-w-xs pb-4">
      <SelectField
        label={t`When`}
        hint={hour === null ? undefined : t`In the shop's time zone.`}
        value={hour ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{t`At once, for each order`}</option>
        {hours.map((name, one) => (
          <option key={name} value={one}>{t`Once a day, at ${name}`}</option>
        ))}
      </SelectField>
    </div>
  )
}
