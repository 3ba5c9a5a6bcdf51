import { newsletterTexts } from "#contract/texts.ts"
import { titled } from "../meta/shop.ts"
import { Alert } from "../ui/Alert.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Newsletter") },
  { name: "description", content: "Unsubscribe from the newsletter." },
  { name: "robots", content: "noindex" },
]

export default function NewsletterUnsubscribe() {
  const { state, spend } = useSpentCode("POST /newsletter/unsubscribe")
  return (
    <AuthFrame title="Newsletter">
      <SpentCode
        state={state}
        doing="Unsubscribing you"
        retry={spend}
        bad={
          <>
            <p className="text-ink-2">
              Please use the link in our most recent email. If it doesn't work, contact us and we'll unsubscribe you.
            </p>
            <ButtonLink to="/contact" variant="outline">
              Contact Us
            </ButtonLink>
          </>
        }
      >
        <Alert kind="success">{newsletterTexts.unsubscribed}</Alert>
        <p className="text-ink-2">
          Changed your mind? Enter your email address at the bottom of this page to subscribe again.
        </p>
        <ButtonLink to="/models">Browse Models</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
