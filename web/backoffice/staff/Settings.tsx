import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { LoadingRows } from "../../people/account/OrderTable.tsx"
import { PanelTitle } from "../../people/account/PanelTitle.tsx"
import { Part } from "../../people/account/Part.tsx"
import { PasswordForm } from "../../people/account/PasswordForm.tsx"
import { ProfileForm } from "../../people/account/ProfileForm.tsx"
import { SecondFactor } from "../../people/account/SecondFactor.tsx"
import { Sessions } from "../../people/account/Sessions.tsx"
import { Switch } from "../../people/account/Switch.tsx"
import { usePreferences } from "../../people/notifications/preferences.ts"
import { explain } from "../../platform/api/client.ts"
import { Languages } from "../../platform/navigation/Languages.tsx"
import { Link } from "../../platform/router.ts"
import { ErrorState, Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { roleOf } from "../staff-ui/levels.ts"
import { ReadOnly } from "./ReadOnly.tsx"

export function Settings({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>{t`Settings`}</PanelTitle>
      <div className="mt-2 divide-y divide-line">
        <Part id="profile" title={t`Profile`} className="gap-y-3">
          <ProfileForm user={user} />
        </Part>
        <Part id="role" title={t`Role and status`} className="gap-y-3">
          <ReadOnly
            facts={[
              [t`Email Address`, user.email],
              [t`Role`, roleOf(user)],
              [
                t`Status`,
                <Tag key="status" tone={user.is_active ? "success" : "neutral"} dot>
                  {user.is_active ? t`Active` : t`Inactive`}
                </Tag>,
              ],
            ]}
          />
          <p className="mt-3 text-ink-2 text-meta">
            {user.admin_type === "super_admin"
              ? t`Only another super admin can change these.`
              : t`Only a super admin can change these.`}
          </p>
        </Part>
        <Part id="language" title={t`Language`}>
          <Languages className="mt-1 flex flex-wrap gap-x-5 text-ink-2" />
        </Part>
        <Part id="password" title={t`Password`} className="gap-y-3">
          <PasswordForm />
        </Part>
        <Part id="two-step" title={t`Two-step verification`} className="gap-y-3">
          <SecondFactor />
        </Part>
        <Part id="preferences" title={t`Notification preferences`} className="gap-y-3">
          <SignInEmails />
        </Part>
        <Part id="devices" title={t`Where you're logged in`} className="gap-y-3">
          <Sessions owner={user.uuid} />
        </Part>
      </div>
    </>
  )
}

/** This is the only optional email that staff get. */
function SignInEmails() {
  const { data, error, isPending, refetch, change } = usePreferences()
  if (isPending) return <LoadingRows rows={1} />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  return (
    <>
      <Switch
        label={t`New login alerts`}
        hint={t`When someone logs in to your account from a new browser or device.`}
        checked={data.mail_new_sign_in}
        onChange={(on) => void change({ mail_new_sign_in: on })}
      />
      <p className="mt-3 text-ink-2 text-ui">
        <Trans>
          You can change browser notifications and sound in{" "}
          <Link to="/staff-dashboard?tab=notifications#alerts" className="link">
            Notifications
          </Link>
          .
        </Trans>
      </p>
    </>
  )
}
