import { useRef, useState } from "react"
import { maxCodeLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import type { CartDiscount } from "./discount.ts"

type EnteredDiscount = Pick<CartDiscount, "code" | "problem" | "isAsking" | "takesCodes" | "offers" | "enter"> & {
  amounts: Pick<CartDiscount["amounts"], "discount">
}

/** A code that cannot be used stays in the field. */
export function DiscountCode({ discount }: { discount: EnteredDiscount }) {
  const { code, problem, isAsking, takesCodes, offers, amounts, enter } = discount
  const [text, setText] = useState(code)
  const field = useRef<HTMLInputElement>(null)
  const applied = amounts.discount?.code
  const isUnchanged = text.trim().toUpperCase() === code
  return (
    <>
      {offers.map((offer) => (
        <p key={offer} className="mt-3 text-ink-2 text-meta">
          {offer} <Link to="/upgrade" className="link">{t`See memberships`}</Link>
        </p>
      ))}
      {takesCodes && (
        <div className="mt-5 border-line border-t pt-4">
          <div className="flex flex-wrap items-start gap-2">
            <TextField
              ref={field}
              label={t`Discount code`}
              value={text}
              maxLength={maxCodeLength}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              error={code && isUnchanged ? problem : undefined}
              className="min-w-[min(10rem,100%)] flex-1"
              onChange={({ target: { value } }) => {
                setText(value)
                // Emptying the field gives up a code that is not in use. A code in use has its own button for that.
                if (!value.trim() && code && applied !== code) enter("")
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return
                event.preventDefault()
                enter(text)
              }}
            />
            <Button
              type="button"
              variant="outline"
              busy={isAsking}
              className="mt-[1.5625rem]"
              onClick={() => enter(text)}
            >{t`Apply`}</Button>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            {applied && (
              <Button
                type="button"
                variant="quiet"
                onClick={() => {
                  setText("")
                  enter("")
                  field.current?.focus()
                }}
              >
                <Trans>Remove {applied}</Trans>
              </Button>
            )}
            <p role="status" className="text-meta text-success">
              {applied && applied === code && t`Discount applied.`}
            </p>
          </div>
        </div>
      )}
    </>
  )
}
