import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { secondFactorTexts } from "#contract/memberText.ts"
import { Confirmation as Input } from "#contract/secondFactor.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { CodeField } from "./CodeField.tsx"
import { PasswordField } from "./PasswordField.tsx"
import { getPasskey, hasPasskeys, PasskeyCancelled } from "./passkeys.ts"
import { reasonOf } from "./SecondStepForm.tsx"
import { secondFactorQuery } from "./secondFactor.ts"

/** Asks the person to prove who they are before an action that is costly or cannot be undone. */
export default function Confirmation({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const [open, setOpen] = useState(true)
  const end = (isConfirmed: boolean) => {
    setOpen(false)
    onEnd(isConfirmed)
  }
  return (
    <Dialog open={open} onClose={() => end(false)} title={t`Confirm it's you`}>
      <Ways onConfirmed={() => end(true)} onCancel={() => end(false)} />
    </Dialog>
  )
}

interface WaysProps {
  onConfirmed(): void
  onCancel(): void
}

function Ways(props: WaysProps) {
  const { data, error, refetch } = useQuery({ ...secondFactorQuery, staleTime: 0 })
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40" />
  const isOn = data.passkeys.length > 0 || data.app !== null
  if (!isOn) return <ByPassword {...props} />
  return <BySecondFactor hasPasskey={data.passkeys.length > 0 && hasPasskeys()} hasApp={data.app !== null} {...props} />
}

function ByPassword({ onConfirmed, onCancel }: WaysProps) {
  const form = useZodForm(Input, { password: "" }, "onSubmit")
  const { isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async ({ password }) => {
    await call("POST /auth/confirm", { body: { password } })
    onConfirmed()
  })
  return (
    <SentForm onSubmit={submit} failure={failure}>
      <p className="text-ink-2">{t`For your security, please enter your password.`}</p>
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        autoFocus
        error={form.formState.errors.password?.message}
        {...form.register("password")}
      />
      <DialogButtons action={t`Continue`} busy={isSubmitting} onCancel={onCancel} />
    </SentForm>
  )
}

function BySecondFactor({
  hasPasskey,
  hasApp,
  onConfirmed,
  onCancel,
}: WaysProps & Record<"hasPasskey" | "hasApp", boolean>) {
  const form = useZodForm(Input, { code: "" }, "onSubmit")
  const { isSubmitting } = form.formState
  const [waiting, setWaiting] = useState(false)
  const [passkeyFailure, setPasskeyFailure] = useState<string>()
  const { submit, failure } = useSending(form, async ({ code }) => {
    await call("POST /auth/confirm", { body: { code } })
    onConfirmed()
  })
  const confirmByPasskey = async () => {
    setWaiting(true)
    setPasskeyFailure(undefined)
    try {
      const body = await getPasskey(await call("POST /auth/confirm/passkey/options"))
      await call("POST /auth/confirm/passkey", { body })
      onConfirmed()
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) setPasskeyFailure(reasonOf(error))
    }
    setWaiting(false)
  }
  return (
    <SentForm onSubmit={submit} failure={passkeyFailure ?? failure}>
      <p className="text-ink-2">{secondFactorTexts.why}</p>
      {hasPasskey && (
        <Button
          variant={hasApp ? "outline" : "primary"}
          busy={waiting}
          onClick={() => void confirmByPasskey()}
        >{t`Use a passkey`}</Button>
      )}
      <CodeField
        label={hasApp ? t`Code of your app, or a recovery code` : t`Recovery code`}
        autoFocus={!hasPasskey}
        error={form.formState.errors.code?.message}
        {...form.register("code")}
      />
      <DialogButtons action={t`Continue`} busy={isSubmitting} onCancel={onCancel} />
    </SentForm>
  )
}
