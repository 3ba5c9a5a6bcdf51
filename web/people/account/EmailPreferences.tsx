import type { Preferences } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { usePreferences } from "../notifications/preferences.ts"
import { LoadingRows } from "./OrderTable.tsx"
import { Switch } from "./Switch.tsx"

const choices: { name: Exclude<keyof Preferences, "digest_paid_orders">; label: string; hint: string }[] = [
  {
    name: "mail_orders",
    label: t`Order emails`,
    hint: t`Always sent, so you know what was paid and shipped.`,
  },
  {
    name: "mail_membership_reminders",
    label: t`Membership reminders`,
    hint: t`A few days before your membership ends, and when it has ended.`,
  },
  {
    name: "mail_reviews",
    label: t`Review requests`,
    hint: t`Once for each order, after it has arrived.`,
  },
  {
    name: "mail_new_sign_in",
    label: t`New login alerts`,
    hint: t`When someone logs in to your account from a new browser or device.`,
  },
  { name: "mail_news", label: t`Newsletter`, hint: t`New models and news, about once a month.` },
]

/** Each choice is saved at once. */
export function EmailPreferences() {
  const { data, error, isPending, refetch, change } = usePreferences()
  if (isPending) return <LoadingRows />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-line border-b">
        {choices.map(({ name, label, hint }) => (
          <li key={name}>
            <Switch
              label={label}
              hint={hint}
              checked={data[name]}
              disabled={name === "mail_orders"}
              onChange={(on) => void change({ [name]: on })}
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-2 text-ui">
        <Trans>
          You can change browser notifications and sound in{" "}
          <Link to="/dashboard?tab=notifications#alerts" className="link">
            Notifications
          </Link>
          .
        </Trans>
      </p>
    </>
  )
}
