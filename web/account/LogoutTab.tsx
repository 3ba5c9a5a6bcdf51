import { useState } from "react"
import { signOut } from "../session/account.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { PanelTitle } from "./PanelTitle.tsx"

/** A link that signs out by being followed could be set by anybody: here it takes a press. */
export function LogoutTab() {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void signOut()
  }
  return (
    <>
      <PanelTitle>Logout</PanelTitle>
      <p className="mt-5 max-w-measure text-ink-2">
        You will be signed out on this device. Your cart stays in your account.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={busy} onClick={leave}>
          Logout
        </Button>
        <ButtonLink to="/dashboard" look="outline">
          Stay
        </ButtonLink>
      </div>
    </>
  )
}
