import { newsletterTexts } from "#contract/texts.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: "Newsletter - Vitrine" },
  { name: "description", content: "Leave the newsletter." },
  { name: "robots", content: "noindex" },
]

export default function NewsletterUnsubscribe() {
  const { state, spend } = useSpentCode("/newsletter/unsubscribe")
  return (
    <AuthFrame title="Newsletter">
      <SpentCode state={state} doing="Ending your subscription" retry={spend}>
        <Notice kind="success">{newsletterTexts.unsubscribed}</Notice>
        <ButtonLink to="/models">Browse models</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
