import { t } from "#contract/t.ts"
import { newsletterTexts } from "#contract/texts.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled(t`Newsletter`) },
  { name: "description", content: t`Confirm your newsletter subscription.` },
  { name: "robots", content: "noindex" },
]

export default function NewsletterConfirm() {
  const { state, spend } = useSpentCode("POST /newsletter/confirm")
  return (
    <AuthFrame title={t`Newsletter`}>
      <SpentCode
        state={state}
        doing={t`Confirming your subscription`}
        retry={spend}
        bad={
          <p className="text-ink-2">
            <Trans>
              Each link works once and is valid for seven days. If you've already opened it, you're subscribed.
              Otherwise, enter your email address at the bottom of this page to get a new link.
            </Trans>
          </p>
        }
      >
        <Alert kind="success">{newsletterTexts.confirmed}</Alert>
        <ButtonLink to="/models">{t`Browse Models`}</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
