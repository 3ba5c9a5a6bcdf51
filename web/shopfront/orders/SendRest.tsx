import { paymentTexts } from "#contract/buyingText.ts"
import { buttonClass } from "../../platform/ui/Button.tsx"
import { rememberPayment } from "./pay.ts"

/** Links to the provider's page of a started payment. */
export function SendRest({ id, url, className }: { id: number; url: string; className?: string }) {
  return (
    <a href={url} className={buttonClass("primary", className)} onClick={() => rememberPayment(id)}>
      {paymentTexts.sendRest}
    </a>
  )
}
