import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { Alert } from "../ui/Alert.tsx"
import { ButtonLink } from "../ui/Button.tsx"

/** Shown while the account is suspended, in place of what the server would refuse. */
export function Paused({ className }: { className?: string }) {
  return (
    <Alert kind="warn" className={className}>
      <p>{accountTexts.suspended}</p>
      <ButtonLink to="/contact" variant="quiet" className="-ms-5">{t`Contact us`}</ButtonLink>
    </Alert>
  )
}
