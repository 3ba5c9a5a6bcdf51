import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { integrationLimits } from "#contract/adminLimits.ts"
import { type ApiKey, type CreatedApiKey, NewApiKey, type Scope, scopes } from "#contract/integrations.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { dateOf, dateTimeOf } from "../../platform/ui/format.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { z } from "../../platform/ui/zod.ts"
import { SecretDialog } from "../parts/SecretDialog.tsx"
import { Checks } from "./Checks.tsx"
import { attempt, Item, None, NoneYet, Section } from "./parts.tsx"

const scopeNames: Record<Scope, string> = {
  "orders:read": t`Read orders, with shipping addresses`,
  "orders:write": t`Mark orders as shipped`,
  "models:read": t`Read models`,
  "models:write": t`Create and edit models`,
  "customers:read": t`Read accounts of customers`,
  "payments:read": t`Read payments`,
}
const states: Record<ApiKey["state"], ["success" | "neutral" | "warn", string]> = {
  active: ["success", t`Active`],
  expired: ["neutral", t`Expired`],
  revoked: ["neutral", t`Revoked`],
  owner_inactive: ["warn", t`Its admin is inactive`],
}

export function ApiKeys() {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "api-keys"],
    queryFn: () => call("GET /admin/api-keys"),
  })
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [doomed, setDoomed] = useState<ApiKey>()
  const created = (key: CreatedApiKey) => {
    setIsAdding(false)
    setSecret(key.secret)
    void refresh("api-keys")
  }
  return (
    <Section
      title={t`API keys`}
      action={<Button variant="outline" onClick={() => setIsAdding(true)}>{t`Create API key`}</Button>}
    >
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {!data && !error && <NoneYet label={t`Loading API keys`} />}
      {data?.length === 0 && <None>{t`No API keys yet.`}</None>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {data.map((key) => (
            <Item
              key={key.id}
              name={key.name}
              of={key.name}
              tag={states[key.state]}
              notes={notesOf(key)}
              actions={key.state === "revoked" ? [] : [{ label: t`Revoke`, danger: true, run: () => setDoomed(key) }]}
            />
          ))}
        </ul>
      )}
      <Dialog open={isAdding} onClose={() => setIsAdding(false)} title={t`Create API key`}>
        <KeyForm onDone={created} />
      </Dialog>
      <SecretDialog title={t`Save your API key`} secret={secret} onClose={() => setSecret(undefined)} />
      <Confirm
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t`Revoke ${doomed?.name ?? ""}?`}
        action={t`Revoke`}
        onConfirm={() =>
          attempt(
            () => call(`DELETE /admin/api-keys/${doomed!.id}`).finally(() => void refresh("api-keys")),
            t`API key revoked`,
          )
        }
      >{t`Programs that use this key stop working at once. This can't be undone.`}</Confirm>
    </Section>
  )
}

const notesOf = (key: ApiKey) => [
  `${key.prefix}… ${key.scopes.join(", ")}`,
  [
    t`Created ${dateOf(key.created_at)} by ${key.created_by}`,
    key.last_used_at ? t`last used ${dateTimeOf(key.last_used_at)}` : t`never used`,
    key.expires_at ? t`expires ${dateOf(key.expires_at)}` : t`doesn't expire`,
  ].join(", "),
]

const form = NewApiKey.extend({
  days: z
    .string()
    .transform((text) => (text === "" ? null : Number(text)))
    .pipe(NewApiKey.shape.days),
})

function KeyForm({ onDone }: { onDone(key: CreatedApiKey): void }) {
  const { control, ...fields } = useZodForm<z.input<typeof form>, NewApiKey>(form, { name: "", scopes: [], days: "" })
  const { errors, isSubmitting } = fields.formState
  const { submit, failure } = useSending({ control, ...fields }, async (body) =>
    onDone(await call("POST /admin/api-keys", { body })),
  )
  return (
    <SentForm onSubmit={submit} failure={failure}>
      <TextField
        label={t`Name`}
        hint={t`The program that will use it.`}
        required
        autoComplete="off"
        maxLength={integrationLimits.name}
        error={errors.name?.message}
        {...fields.register("name")}
      />
      <Checks
        legend={t`Permissions`}
        options={scopes.map((scope) => [scope, scopeNames[scope]] as const)}
        error={errors.scopes?.message}
        register={fields.register("scopes")}
      />
      <SelectField label={t`Expires`} error={errors.days?.message} {...fields.register("days")}>
        <option value="">{t`Never`}</option>
        <option value="30">{t`In 30 days`}</option>
        <option value="90">{t`In 90 days`}</option>
        <option value="365">{t`In a year`}</option>
      </SelectField>
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting}>{t`Create API key`}</Button>
      </div>
    </SentForm>
  )
}
