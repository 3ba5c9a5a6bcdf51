import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "./PanelTitle.tsx"
import { PasswordForm } from "./PasswordForm.tsx"
import { ProfileForm } from "./ProfileForm.tsx"

export function Settings({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Settings</PanelTitle>
      <div className="mt-6 grid max-w-[34rem] gap-12">
        <section aria-labelledby="profile">
          <h3 id="profile" className="font-display text-h3">
            Profile
          </h3>
          <ProfileForm key={user.email + user.pending_email} user={user} />
        </section>
        <section aria-labelledby="password">
          <h3 id="password" className="font-display text-h3">
            Password
          </h3>
          <PasswordForm />
        </section>
      </div>
    </>
  )
}
