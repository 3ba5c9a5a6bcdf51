import { newsletterTexts } from "#contract/texts.ts"
import { titled } from "../shell/shop.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Newsletter") },
  { name: "description", content: "Confirm your newsletter subscription." },
  { name: "robots", content: "noindex" },
]

export default function NewsletterConfirm() {
  const { state, spend } = useSpentCode("/newsletter/confirm")
  return (
    <AuthFrame title="Newsletter">
      <SpentCode
        state={state}
        doing="Confirming your subscription"
        retry={spend}
        bad={
          <p className="text-ink-2">
            A link works once, for seven days. If you have opened it before, you are on the list; else enter your
            address at the foot of this page, and we send you another.
          </p>
        }
      >
        <Notice kind="success">{newsletterTexts.confirmed}</Notice>
        <ButtonLink to="/models">Browse models</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
