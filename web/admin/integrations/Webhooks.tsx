import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { integrationLimits } from "#contract/adminLimits.ts"
import { NewWebhook, type Webhook, type WebhookEvent, webhookEvents } from "#contract/integrations.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { dateOf, dateTimeOf } from "../../platform/ui/format.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { SecretDialog } from "../parts/SecretDialog.tsx"
import { Checks } from "./Checks.tsx"
import { attempt, Item, None, NoneYet, Section } from "./parts.tsx"

const eventNames: Record<WebhookEvent, string> = {
  "order.paid": t`Order paid`,
  "order.shipped": t`Order shipped`,
  "order.refunded": t`Order refunded`,
  "membership.changed": t`Membership changed`,
  "message.flagged": t`Message flagged`,
}
type Asked = { what: "delete" | "rotate"; webhook: Webhook }

export function Webhooks({ show }: { show(id: number): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "webhooks"],
    queryFn: () => call("GET /admin/webhooks"),
  })
  const [edited, setEdited] = useState<Webhook | "new">()
  const [secret, setSecret] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const isDeleting = asked?.what === "delete"
  const change = (done: string, run: () => Promise<unknown>) =>
    attempt(() => run().finally(() => void refresh("webhooks")), done)
  const confirmed = async ({ what, webhook: { id } }: Asked) => {
    if (what === "delete") return change(t`Webhook deleted`, () => call(`DELETE /admin/webhooks/${id}`))
    return change(t`Secret replaced`, async () =>
      setSecret((await call(`POST /admin/webhooks/${id}/rotate-secret`)).secret),
    )
  }
  const actionsOf = (webhook: Webhook) => {
    const { id, active } = webhook
    const set = (next: boolean) => call(`PATCH /admin/webhooks/${id}`, { body: { active: next } })
    return [
      { label: t`Deliveries`, run: () => show(id) },
      { label: t`Edit`, run: () => setEdited(webhook) },
      ...(active
        ? [
            {
              label: t`Send test event`,
              run: () => void change(t`Test event sent`, () => call(`POST /admin/webhooks/${id}/test`)),
            },
            { label: t`Disable`, run: () => void change(t`Webhook disabled`, () => set(false)) },
          ]
        : [{ label: t`Enable`, run: () => void change(t`Webhook enabled`, () => set(true)) }]),
      { label: t`Rotate secret`, run: () => setAsked({ what: "rotate", webhook }) },
      { label: t`Delete`, danger: true, run: () => setAsked({ what: "delete", webhook }) },
    ]
  }
  return (
    <Section
      title={t`Webhooks`}
      action={<Button variant="outline" onClick={() => setEdited("new")}>{t`Add webhook`}</Button>}
    >
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {!data && !error && <NoneYet label={t`Loading webhooks`} />}
      {data?.length === 0 && <None>{t`No webhooks yet.`}</None>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {data.map((webhook) => (
            <Item
              key={webhook.id}
              name={
                <button type="button" className="link text-start" onClick={() => show(webhook.id)}>
                  {webhook.url}
                </button>
              }
              of={webhook.url}
              tag={tagOf(webhook)}
              notes={notesOf(webhook)}
              actions={actionsOf(webhook)}
            />
          ))}
        </ul>
      )}
      <Dialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === "new" ? t`Add webhook` : t`Edit webhook`}
      >
        {edited && (
          <WebhookForm
            known={edited === "new" ? null : edited}
            onDone={(made) => {
              setEdited(undefined)
              setSecret(made)
              void refresh("webhooks")
            }}
          />
        )}
      </Dialog>
      <SecretDialog title={t`Save the signing secret`} secret={secret} onClose={() => setSecret(undefined)} />
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={isDeleting ? t`Delete this webhook?` : t`Rotate the secret?`}
        action={isDeleting ? t`Delete` : t`Rotate secret`}
        onConfirm={async () => asked && confirmed(asked)}
      >
        {isDeleting
          ? t`Its deliveries are deleted too. This can't be undone.`
          : t`For one day, events are signed with both the new secret and the current one.`}
      </Confirm>
    </Section>
  )
}

const tagOf = ({ active, switched_off_at, failing_since }: Webhook): ["success" | "neutral" | "warn", string] =>
  active
    ? failing_since
      ? ["warn", t`Failing`]
      : ["success", t`Active`]
    : [switched_off_at ? "warn" : "neutral", t`Disabled`]

const notesOf = (webhook: Webhook) => [
  webhook.events.map((event) => eventNames[event]).join(", "),
  ...(webhook.switched_off_at
    ? [t`Disabled ${dateTimeOf(webhook.switched_off_at)}, because it accepted nothing for five days`]
    : webhook.failing_since
      ? [t`Nothing accepted since ${dateTimeOf(webhook.failing_since)}`]
      : []),
  t`Added ${dateOf(webhook.created_at)}`,
]

interface WebhookFormProps {
  known: Webhook | null
  /** Called with the secret of a new webhook. */
  onDone(secret: string | undefined): void
}

function WebhookForm({ known, onDone }: WebhookFormProps) {
  const form = useZodForm(NewWebhook, { url: known?.url ?? "", events: known?.events ?? [] })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body: NewWebhook) => {
    if (known) await call(`PATCH /admin/webhooks/${known.id}`, { body })
    onDone(known ? undefined : (await call("POST /admin/webhooks", { body })).secret)
  })
  return (
    <SentForm onSubmit={submit} failure={failure}>
      <TextField
        label="URL"
        hint={t`It must start with https:// and be on the public internet.`}
        type="url"
        required
        autoComplete="off"
        maxLength={integrationLimits.url}
        error={errors.url?.message}
        {...form.register("url")}
      />
      <Checks
        legend={t`Events`}
        options={webhookEvents.map((event) => [event, eventNames[event]] as const)}
        error={errors.events?.message}
        register={form.register("events")}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting}>
          {known ? t`Save changes` : t`Add webhook`}
        </Button>
      </div>
    </SentForm>
  )
}
