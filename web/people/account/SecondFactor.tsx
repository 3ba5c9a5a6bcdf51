import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { secondFactorTexts } from "#contract/memberText.ts"
import { NewPasskey, type Passkey, PasskeyName, type RecoveryCodes } from "#contract/secondFactor.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { dateOf } from "../../platform/ui/format.ts"
import { KeyRound, Smartphone } from "../../platform/ui/icons.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { AppSetup } from "./AppSetup.tsx"
import { LoadingRows } from "./OrderTable.tsx"
import { createPasskey, PasskeyCancelled, passkeyObstacle } from "./passkeys.ts"
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx"
import { reasonOf } from "./SecondStepForm.tsx"
import { secondFactorQuery } from "./secondFactor.ts"

type Asked = { what: "app" } | { what: "passkey"; passkey?: Passkey } | { what: "remove"; passkey: Passkey | null }

export function SecondFactor() {
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(secondFactorQuery)
  const [asked, setAsked] = useState<Asked>()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isRenewing, setIsRenewing] = useState(false)
  if (isPending) return <LoadingRows rows={2} />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  const { passkeys, app, recovery_codes_left: left, required } = data
  const isOn = passkeys.length > 0 || app !== null
  const close = () => setAsked(undefined)

  const changed = async (title: string, answer?: RecoveryCodes) => {
    close()
    toast(title, { kind: "success", key: "second-factor" })
    setCodes(answer?.recovery_codes ?? null)
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  const remove = async (passkey: Passkey | null) => {
    try {
      await call(passkey ? `DELETE /auth/passkeys/${passkey.id}` : "DELETE /auth/authenticator")
      await changed(passkey ? secondFactorTexts.passkeyRemoved : secondFactorTexts.appRemoved)
    } catch (error) {
      toast(secondFactorTexts.changeFailed, { kind: "error", key: "second-factor", description: explain(error) })
    }
  }
  const renew = async () => {
    setIsRenewing(true)
    try {
      await changed(secondFactorTexts.codesRenewed, await call("POST /auth/recovery-codes"))
    } catch (error) {
      toast(secondFactorTexts.changeFailed, { kind: "error", key: "second-factor", description: explain(error) })
    }
    setIsRenewing(false)
  }

  return (
    <>
      <p className="mt-3 text-ink-2">
        {isOn
          ? t`Logging in with your password asks for a second step. A passkey also works on its own.`
          : t`Add a passkey or an authenticator app, so that your password alone is not enough to log in.`}
      </p>
      {required && !isOn && (
        <Alert kind="warn" className="mt-4">
          {secondFactorTexts.required}
        </Alert>
      )}
      {isOn && (
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {passkeys.map((passkey) => (
            <Factor
              key={passkey.id}
              icon={<KeyRound aria-hidden size={22} strokeWidth={1.5} />}
              name={passkey.name}
              note={t`Passkey, added ${dateOf(passkey.created_at)}${passkey.last_used_at ? t`, last used ${dateOf(passkey.last_used_at)}` : ""}`}
            >
              <Button
                variant="quiet"
                aria-label={t`Rename ${passkey.name}`}
                onClick={() => setAsked({ what: "passkey", passkey })}
              >{t`Rename`}</Button>
              <Button
                variant="quiet"
                aria-label={t`Remove ${passkey.name}`}
                onClick={() => setAsked({ what: "remove", passkey })}
              >{t`Remove`}</Button>
            </Factor>
          ))}
          {app && (
            <Factor
              icon={<Smartphone aria-hidden size={22} strokeWidth={1.5} />}
              name={t`Authenticator app`}
              note={t`Added ${dateOf(app.created_at)}`}
            >
              <Button
                variant="quiet"
                aria-label={t`Remove authenticator app`}
                onClick={() => setAsked({ what: "remove", passkey: null })}
              >{t`Remove`}</Button>
            </Factor>
          )}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setAsked({ what: "passkey" })}>{t`Add a passkey`}</Button>
        {!app && (
          <Button variant="outline" onClick={() => setAsked({ what: "app" })}>{t`Set up an authenticator app`}</Button>
        )}
      </div>
      {isOn && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-ink-2 text-ui">
            {left === 0 ? t`You have no recovery codes left.` : t`${left} of 10 recovery codes left.`}
          </p>
          <Button
            variant="quiet"
            className="-mx-5"
            busy={isRenewing}
            onClick={() => void renew()}
          >{t`Replace recovery codes`}</Button>
        </div>
      )}

      <Dialog open={asked?.what === "app"} onClose={close} title={t`Set up an authenticator app`}>
        <AppSetup onDone={(answer) => changed(secondFactorTexts.appAdded, answer)} onCancel={close} />
      </Dialog>
      <Dialog
        open={asked?.what === "passkey"}
        onClose={close}
        title={asked?.what === "passkey" && asked.passkey ? t`Rename passkey` : t`Add a passkey`}
      >
        <PasskeyForm
          passkey={asked?.what === "passkey" ? asked.passkey : undefined}
          onDone={changed}
          onCancel={close}
        />
      </Dialog>
      <Confirm
        open={asked?.what === "remove"}
        onClose={close}
        title={
          asked?.what === "remove" && asked.passkey ? t`Remove ${asked.passkey.name}?` : t`Remove authenticator app?`
        }
        action={t`Remove`}
        onConfirm={async () => asked?.what === "remove" && remove(asked.passkey)}
      >
        {passkeys.length + (app ? 1 : 0) === 1
          ? t`This turns two-step verification off. Your password will be enough to log in.`
          : t`You won't be able to log in with it anymore.`}
      </Confirm>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}

function Factor({ icon, name, note, children }: { icon: ReactNode; name: string; note: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <span className="shrink-0 text-ink-2">{icon}</span>
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="wrap-break-word font-medium text-ui">{name}</p>
        <p className="text-ink-2 text-meta">{note}</p>
      </div>
      <div className="flex flex-wrap max-sm:ms-[18px] sm:-me-5">{children}</div>
    </li>
  )
}

interface PasskeyFormProps {
  /** The passkey to rename; undefined to add one. */
  passkey: Passkey | undefined
  onDone(title: string, answer?: RecoveryCodes): Promise<void>
  onCancel(): void
}

function PasskeyForm({ passkey, onDone, onCancel }: PasskeyFormProps) {
  const obstacle = passkey ? null : passkeyObstacle(location)
  const form = useZodForm(PasskeyName, { name: passkey?.name ?? deviceName() }, "onSubmit")
  const { errors, isSubmitting } = form.formState
  const send = async ({ name }: PasskeyName) => {
    if (passkey) {
      await call(`PATCH /auth/passkeys/${passkey.id}`, { body: { name } })
      return onDone(t`Passkey renamed`)
    }
    const { token, credential } = await createPasskey(await call("POST /auth/passkeys/options"))
    const body = NewPasskey.parse({ token, credential, name })
    await onDone(secondFactorTexts.passkeyAdded, await call("POST /auth/passkeys", { body }))
  }
  const why = (error: unknown) => (error instanceof PasskeyCancelled ? undefined : reasonOf(error))
  const { submit, failure } = useSending(form, send, why)
  if (obstacle) {
    return (
      <>
        <p className="text-ink-2">{obstacle}</p>
        <div className="mt-6 flex justify-end">
          <Button variant="outline" onClick={onCancel}>{t`Close`}</Button>
        </div>
      </>
    )
  }
  return (
    <SentForm onSubmit={submit} failure={failure}>
      {!passkey && (
        <p className="text-ink-2">
          <Trans>
            A passkey is kept by your phone, computer or security key, and unlocked by a fingerprint, face or PIN.
          </Trans>
        </p>
      )}
      <TextField
        label={t`Name`}
        hint={t`So that you recognize it in this list.`}
        autoComplete="off"
        maxLength={60}
        error={errors.name?.message}
        {...form.register("name")}
      />
      <DialogButtons action={passkey ? t`Save` : t`Add passkey`} busy={isSubmitting} onCancel={onCancel} />
    </SentForm>
  )
}

function deviceName(): string {
  const systems = [
    [/iPhone|iPad/, t`iPhone or iPad`],
    [/Android/, t`Android device`],
    [/Mac/, "Mac"],
    [/Windows/, t`Windows computer`],
  ] as const
  return systems.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? t`This computer`
}
