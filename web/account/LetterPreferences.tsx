import { Link } from "react-router"
import type { Preferences } from "#contract/accounts.ts"
import { explain } from "../api/client.ts"
import { ErrorState } from "../ui/states.tsx"
import { LoadingRows } from "./OrderTable.tsx"
import { usePreferences } from "./preferences.ts"
import { Switch } from "./Switch.tsx"

const choices: { name: keyof Preferences; label: string; hint: string }[] = [
  {
    name: "mail_orders",
    label: "Letters about orders",
    hint: "Always sent: what was paid and shipped must be known.",
  },
  {
    name: "mail_membership_reminders",
    label: "Letters about the end of a membership",
    hint: "Three days before, and when it has ended.",
  },
  {
    name: "mail_new_sign_in",
    label: "Letters about new sign-ins",
    hint: "When your account is used from a browser or system that is new to it.",
  },
  { name: "mail_news", label: "Newsletter", hint: "New pieces and openings, about once a month." },
]

/** Each choice is stored as it is made. */
export function LetterPreferences() {
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
        Notifications of the browser, and their sound, are set{" "}
        <Link to="/dashboard?tab=notifications#alerts" className="link">
          beside your notifications
        </Link>
        .
      </p>
    </>
  )
}
