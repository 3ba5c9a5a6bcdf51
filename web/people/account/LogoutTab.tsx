import { useState } from "react"
import { t } from "#contract/t.ts"
import { signOut } from "../../platform/auth/user.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { PanelTitle } from "./PanelTitle.tsx"

/** Signing out needs a button here, because anybody could place a link to this tab. */
export function LogoutTab() {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void signOut()
  }
  return (
    <>
      <PanelTitle>{t`Logout`}</PanelTitle>
      <p className="mt-5 max-w-measure text-ink-2">{t`You'll be logged out on this device. Your cart stays in your account.`}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={busy} onClick={leave}>{t`Logout`}</Button>
        <ButtonLink to="/dashboard" variant="outline">{t`Cancel`}</ButtonLink>
      </div>
    </>
  )
}
