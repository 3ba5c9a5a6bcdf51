import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { giftTexts } from "#contract/buyingText.ts"
import { type RedeemedGift, RedeemGift } from "#contract/gifts.ts"
import { call } from "../../platform/api/client.ts"
import { refetchUser } from "../../platform/auth/user.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { dateOf } from "../../platform/ui/format.ts"
import { usePlanName } from "../../shopfront/orders/plans.ts"
import { AuthFrame } from "./AuthFrame.tsx"

export const meta = () => privateMeta(t`Redeem a code`)

export default function RedeemRoute() {
  const [redeemed, setRedeemed] = useState<RedeemedGift>()
  return (
    <Guard roles={["user"]}>
      <AuthFrame title={t`Redeem a code`}>
        {redeemed ? <Redeemed {...redeemed} /> : <RedeemForm onRedeemed={setRedeemed} />}
      </AuthFrame>
    </Guard>
  )
}

function RedeemForm({ onRedeemed }: { onRedeemed(redeemed: RedeemedGift): void }) {
  const client = useQueryClient()
  const form = useZodForm(RedeemGift, { code: "" })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => {
    onRedeemed(await call("POST /gifts/redeem", { body }))
    for (const key of ["access-status", "quote", "notifications", "gifts"]) {
      void client.invalidateQueries({ queryKey: [key] })
    }
    void refetchUser(client)
  })
  return (
    <SentForm onSubmit={submit} failure={failure} className="mt-6">
      <p className="text-ink-2">
        <Trans>If you've been given a membership, enter its code. The days are added to any you have left.</Trans>
      </p>
      <TextField
        label={t`Code`}
        placeholder="ABCD-EFGH-JKMN"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-required
        error={errors.code?.message}
        {...form.register("code")}
      />
      <Button type="submit" busy={isSubmitting} className="w-full">{t`Redeem`}</Button>
    </SentForm>
  )
}

function Redeemed({ level, starts_at, ends_at }: RedeemedGift) {
  const name = usePlanName()(level)
  const until = dateOf(ends_at)
  const isAhead = Date.parse(starts_at) > Date.now()
  return (
    <div className="mt-6 grid gap-6">
      <Alert kind="success" title={giftTexts.done}>
        {isAhead
          ? t`Your ${name} membership is active from ${dateOf(starts_at)} until ${until}.`
          : t`Your ${name} membership is active until ${until}.`}
      </Alert>
      <ButtonLink to="/dashboard">{t`Go to dashboard`}</ButtonLink>
    </div>
  )
}
