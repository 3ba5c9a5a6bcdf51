import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

interface UnsubscribeProps {
  route: Parameters<typeof useSpentCode>[0]
  title: string
  done: string
  children?: ReactNode
}

/** The page that the unsubscribe link of an email opens. */
export function Unsubscribe({ route, title, done, children }: UnsubscribeProps) {
  const { state, spend } = useSpentCode(route)
  return (
    <AuthFrame title={title}>
      <SpentCode
        state={state}
        doing={t`Unsubscribing you`}
        retry={spend}
        bad={
          <>
            <p className="text-ink-2">
              <Trans>
                Please use the link in our most recent email. If it doesn't work, contact us and we'll unsubscribe you.
              </Trans>
            </p>
            <ButtonLink to="/contact" variant="outline">{t`Contact Us`}</ButtonLink>
          </>
        }
      >
        <Alert kind="success">{done}</Alert>
        {children}
        <ButtonLink to="/models">{t`Browse Models`}</ButtonLink>
      </SpentCode>
    </AuthFrame>
  )
}
