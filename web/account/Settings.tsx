import type { User } from "#contract/accounts.ts"
import { DeleteAccount } from "./DeleteAccount.tsx"
import { EmailForm } from "./EmailForm.tsx"
import { ExportData } from "./ExportData.tsx"
import { LetterPreferences } from "./LetterPreferences.tsx"
import { PanelTitle } from "./PanelTitle.tsx"
import { Part } from "./Part.tsx"
import { PasswordForm } from "./PasswordForm.tsx"
import { ProfileForm } from "./ProfileForm.tsx"
import { Sessions } from "./Sessions.tsx"

export function Settings({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Settings</PanelTitle>
      <div className="mt-2 divide-y divide-line">
        <Part id="profile" title="Profile">
          <ProfileForm user={user} />
        </Part>
        <Part id="email" title="Email address">
          <EmailForm user={user} />
        </Part>
        <Part id="password" title="Password">
          <PasswordForm />
        </Part>
        <Part id="preferences" title="Notification preferences">
          <LetterPreferences />
        </Part>
        <Part id="devices" title="Where you are signed in">
          <Sessions owner={user.uuid} />
        </Part>
        <Part id="data" title="Your data">
          <ExportData />
        </Part>
        <Part id="deletion" title="Delete account">
          <DeleteAccount />
        </Part>
      </div>
    </>
  )
}
