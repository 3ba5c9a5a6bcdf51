import "../ui/zod.ts"
import { useState } from "react"
import { Link } from "react-router"
import { RequestReset } from "#contract/accounts.ts"
import { titled } from "../shell/shop.ts"
import { AskForLink } from "./AskForLink.tsx"
import { AuthFrame } from "./AuthFrame.tsx"

export const meta = () => [
  { title: titled("Forgot password") },
  { name: "description", content: "Ask for a link to choose a new password." },
  { name: "robots", content: "noindex" },
]

export default function ForgotPassword() {
  const [asked, setAsked] = useState(false)
  return (
    <AuthFrame title="Forgot your password?">
      <p className="mt-4 text-ink-2">
        {asked
          ? "The link works once, and for one hour. Please look into the folder for unwanted mail, too."
          : "Enter the address of your account. We send you a link to choose a new password."}
      </p>
      <AskForLink
        schema={RequestReset}
        path="/auth/password-reset/request"
        button="Send the link"
        onAsked={() => setAsked(true)}
      />
      <Link to="/login" className="link mt-4 inline-flex min-h-11 items-center text-ui">
        Back to sign in
      </Link>
    </AuthFrame>
  )
}
