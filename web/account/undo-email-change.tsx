import { titled } from "../meta/shop.ts"
import { TakeBack } from "./TakeBack.tsx"

export const meta = () => [
  { title: titled("Keep your email address") },
  { name: "description", content: "Undo a change of your account's email address." },
  { name: "robots", content: "noindex" },
]

export default function UndoEmailChange() {
  return (
    <TakeBack
      call="POST /auth/email-change/undo"
      title="Keep your email address"
      about="Your account keeps (or gets back) the email address this link was sent to. All devices are logged out, your password stops working, and you choose a new one."
      button="Undo change"
      done="Your account uses this email address again."
    />
  )
}
