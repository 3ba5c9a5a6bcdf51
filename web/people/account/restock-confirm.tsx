import { restockTexts } from "#contract/restockText.ts"
import { t } from "#contract/t.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled(t`Back in stock`) },
  { name: "description", content: t`Confirm that you want an email when it's back in stock.` },
  { name: "robots", content: "noindex" },
]

export default function RestockConfirm() {
  const { state, spend } = useSpentCode("POST /restock-requests/confirm")
  return (
    <AuthFrame title={t`Back in stock`}>
      <SpentCode
        state={state}
        doing={t`Confirming your request`}
        retry={spend}
        bad={
          <>
            <p className="text-ink-2">
              <Trans>Each link is valid for seven days. You can request a new one on the model's page.</Trans>
            </p>
            <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
          </>
        }
      >
        <Alert kind="success">{restockTexts.confirmed}</Alert>
        <ButtonLink to="/models">{t`Browse Models`}</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
