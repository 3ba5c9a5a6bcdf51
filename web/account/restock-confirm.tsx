import { restockTexts } from "#contract/restockText.ts"
import { titled } from "../meta/shop.ts"
import { Alert } from "../ui/Alert.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Back in stock") },
  { name: "description", content: "Confirm that you want an email when it's back in stock." },
  { name: "robots", content: "noindex" },
]

export default function RestockConfirm() {
  const { state, spend } = useSpentCode("POST /restock-requests/confirm")
  return (
    <AuthFrame title="Back in stock">
      <SpentCode
        state={state}
        doing="Confirming your request"
        retry={spend}
        bad={
          <>
            <p className="text-ink-2">
              Each link is valid for seven days. You can request a new one on the model's page.
            </p>
            <ButtonLink to="/models" variant="outline">
              Browse Models
            </ButtonLink>
          </>
        }
      >
        <Alert kind="success">{restockTexts.confirmed}</Alert>
        <ButtonLink to="/models">Browse Models</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
