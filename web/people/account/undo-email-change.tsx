import { t } from "#contract/t.ts"
import { titled } from "../../platform/meta/shop.ts"
import { TakeBack } from "./TakeBack.tsx"

export const meta = () => [
  { title: titled(t`Keep your email address`) },
  { name: "description", content: t`Undo a change of your account's email address.` },
  { name: "robots", content: "noindex" },
]

export default function UndoEmailChange() {
  return (
    <TakeBack
      call="POST /auth/email-change/undo"
      title={t`Keep your email address`}
      about={t`Your account keeps (or gets back) the email address this link was sent to. All devices are logged out, your password stops working, and you choose a new one.`}
      button={t`Undo change`}
      done={t`Your account uses this email address again.`}
    />
  )
}
