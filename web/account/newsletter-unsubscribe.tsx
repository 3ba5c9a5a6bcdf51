import { newsletterTexts } from "#contract/texts.ts"
import { titled } from "../shell/shop.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Newsletter") },
  { name: "description", content: "Leave the newsletter." },
  { name: "robots", content: "noindex" },
]

export default function NewsletterUnsubscribe() {
  const { state, spend } = useSpentCode("/newsletter/unsubscribe")
  return (
    <AuthFrame title="Newsletter">
      <SpentCode
        state={state}
        doing="Ending your subscription"
        retry={spend}
        bad={
          <>
            <p className="text-ink-2">
              The link in our newest letter works. If it does not, a person takes you off the list.
            </p>
            <ButtonLink to="/contact" look="outline">
              Contact Us
            </ButtonLink>
          </>
        }
      >
        <Notice kind="success">{newsletterTexts.unsubscribed}</Notice>
        <p className="text-ink-2">It was a mistake? Enter your address at the foot of this page to be asked again.</p>
        <ButtonLink to="/models">Browse models</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
