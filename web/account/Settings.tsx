import type { ReactNode } from "react"
import type { User } from "#contract/accounts.ts"
import { DeleteAccount } from "./DeleteAccount.tsx"
import { EmailForm } from "./EmailForm.tsx"
import { ExportData } from "./ExportData.tsx"
import { LetterPreferences } from "./LetterPreferences.tsx"
import { PanelTitle } from "./PanelTitle.tsx"
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

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-x-10 py-10 xl:grid-cols-[13rem_minmax(0,38rem)]">
      <h3 id={id} className="font-display text-h3">
        {title}
      </h3>
      <div className="min-w-0 max-w-[38rem] xl:[&>:first-child]:mt-0">{children}</div>
    </section>
  )
}
