import { Link } from "react-router"
import type { User } from "#contract/accounts.ts"
import { LoadingRows } from "../account/OrderTable.tsx"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { Part } from "../account/Part.tsx"
import { PasswordForm } from "../account/PasswordForm.tsx"
import { usePreferences } from "../account/preferences.ts"
import { Sessions } from "../account/Sessions.tsx"
import { Switch } from "../account/Switch.tsx"
import { explain } from "../api/client.ts"
import { ErrorState, Tag } from "../ui/states.tsx"
import { roleOf } from "./levels.ts"
import { ReadOnly } from "./ReadOnly.tsx"
import { StaffProfile } from "./StaffProfile.tsx"

export function Settings({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Settings</PanelTitle>
      <div className="mt-2 divide-y divide-line">
        <Part id="profile" title="Profile" className="gap-y-3">
          <StaffProfile user={user} />
        </Part>
        <Part id="role" title="Role and status" className="gap-y-3">
          <ReadOnly
            facts={[
              ["Email Address", user.email],
              ["Role", roleOf(user)],
              [
                "Status",
                <Tag key="status" tone={user.is_active ? "success" : "neutral"} dot>
                  {user.is_active ? "Active" : "Inactive"}
                </Tag>,
              ],
            ]}
          />
          <p className="mt-3 text-ink-2 text-meta">A super admin changes these.</p>
        </Part>
        <Part id="password" title="Password" className="gap-y-3">
          <PasswordForm />
        </Part>
        <Part id="preferences" title="Notification preferences" className="gap-y-3">
          <Letters />
        </Part>
        <Part id="devices" title="Where you are signed in" className="gap-y-3">
          <Sessions owner={user.uuid} />
        </Part>
      </div>
    </>
  )
}

/** Of all letters, only those about sign-ins concern staff. */
function Letters() {
  const { data, error, isPending, refetch, change } = usePreferences()
  if (isPending) return <LoadingRows rows={1} />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  return (
    <>
      <Switch
        label="Letters about new sign-ins"
        hint="When your account is used from a browser or system that is new to it."
        checked={data.mail_new_sign_in}
        onChange={(on) => void change({ mail_new_sign_in: on })}
      />
      <p className="mt-3 text-ink-2 text-ui">
        Notifications of the browser, and their sound, are set{" "}
        <Link to="/staff-dashboard?tab=notifications#alerts" className="link">
          beside your notifications
        </Link>
        .
      </p>
    </>
  )
}
