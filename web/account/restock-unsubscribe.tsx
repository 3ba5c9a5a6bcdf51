import { restockTexts } from "#contract/restockText.ts"
import { titled } from "../meta/shop.ts"
import { Alert } from "../ui/Alert.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Back in stock") },
  { name: "description", content: "Unsubscribe from back-in-stock emails." },
  { name: "robots", content: "noindex" },
]

export default function RestockUnsubscribe() {
  const { state, spend } = useSpentCode("POST /restock-requests/unsubscribe")
  return (
    <AuthFrame title="Back in stock">
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
        <Alert kind="success">{restockTexts.left}</Alert>
        <ButtonLink to="/models">Browse Models</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
