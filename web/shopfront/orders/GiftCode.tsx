import type { Gift } from "#contract/gifts.ts"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { copyText } from "../../platform/ui/copy.ts"
import { Copy } from "../../platform/ui/icons.ts"

/** A gift's code, with a button that copies it while it can be redeemed. */
export function GiftCode({ gift: { code, state } }: { gift: Pick<Gift, "code" | "state"> }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="font-mono text-lead">{code}</span>
      {state === "open" && (
        <Button variant="outline" aria-label={t`Copy code ${code}`} onClick={() => void copyText(code, copyTexts)}>
          <Copy aria-hidden size={18} /> {t`Copy code`}
        </Button>
      )}
    </p>
  )
}

const copyTexts = { done: t`Code copied`, failed: t`Failed to copy the code` }
