import { t } from "#contract/t.ts"
import { titled } from "../../platform/meta/shop.ts"
import { TakeBack } from "./TakeBack.tsx"

export const meta = () => [
  { title: titled(t`Secure your account`) },
  { name: "description", content: t`Remove a passkey or app that somebody else added to your account.` },
  { name: "robots", content: "noindex" },
]

export default function UndoSecondFactor() {
  return (
    <TakeBack
      call="POST /auth/second-factor/undo"
      title={t`Secure your account`}
      about={t`The passkey, app or recovery codes that our email was about are removed, and any added later. All devices are logged out, your password stops working, and you choose a new one.`}
      button={t`Secure account`}
      done={t`Your account is secure again.`}
    />
  )
}
