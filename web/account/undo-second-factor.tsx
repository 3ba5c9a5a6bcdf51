import { titled } from "../meta/shop.ts"
import { TakeBack } from "./TakeBack.tsx"

export const meta = () => [
  { title: titled("Secure your account") },
  { name: "description", content: "Remove a passkey or app that somebody else added to your account." },
  { name: "robots", content: "noindex" },
]

export default function UndoSecondFactor() {
  return (
    <TakeBack
      call="POST /auth/second-factor/undo"
      title="Secure your account"
      about="The passkey, app or recovery codes that our email was about are removed, and any added later. All devices are logged out, your password stops working, and you choose a new one."
      button="Secure account"
      done="Your account is secure again."
    />
  )
}
