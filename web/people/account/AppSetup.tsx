import { useQuery } from "@tanstack/react-query"
import { ConfirmApp, type NewApp, type RecoveryCodes } from "#contract/secondFactor.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { CodeField } from "./CodeField.tsx"

interface AppSetupProps {
  onDone(answer: RecoveryCodes): Promise<void>
  onCancel(): void
}

/** The server makes a new secret each time; an earlier one that was not confirmed becomes invalid. */
export function AppSetup(props: AppSetupProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["new-authenticator"],
    queryFn: () => call("POST /auth/authenticator"),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (error) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80" />
  return <Steps app={data} {...props} />
}

function Steps({ app, onDone, onCancel }: AppSetupProps & { app: NewApp }) {
  const form = useZodForm(ConfirmApp, { code: "" }, "onSubmit")
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) =>
    onDone(await call("POST /auth/authenticator/confirm", { body })),
  )
  return (
    <SentForm onSubmit={submit} failure={failure}>
      <p className="text-ink-2">
        <Trans>
          Scan this code with an authenticator app, or{" "}
          <a href={app.uri} className="link">
            open it on this device
          </a>
          .
        </Trans>
      </p>
      <QrCode qr={app.qr} />
      <p className="text-ink-2 text-ui">
        <Trans>
          Can't scan it? Enter this key:{" "}
          <span className="wrap-break-word select-all font-mono text-ink">{app.secret.match(/.{4}/g)!.join(" ")}</span>
        </Trans>
      </p>
      <CodeField
        label={t`Code from the app`}
        hint={t`The 6 digits that the app shows now.`}
        inputMode="numeric"
        error={errors.code?.message}
        {...form.register("code")}
      />
      <DialogButtons action={t`Turn on`} busy={isSubmitting} onCancel={onCancel} />
    </SentForm>
  )
}

/** The code is dark on light in both themes, because not every app reads an inverted one. */
function QrCode({ qr: { size, path } }: { qr: NewApp["qr"] }) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t`QR code for the authenticator app`}
      shapeRendering="crispEdges"
      className="mx-auto w-52 max-w-full border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
