import { skipToken, useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { WebhookDelivery } from "#contract/integrations.ts"
import { plural, t } from "#contract/t.ts"
import { Loaded } from "../../backoffice/staff-ui/Loaded.tsx"
import type { Column } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { Drawer, type Place } from "../../backoffice/table/Drawer.tsx"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { Facts, RawText } from "../parts/Facts.tsx"
import { Head } from "../shell/Head.tsx"
import { attempt } from "./parts.tsx"

const read = listAt("GET /admin/webhook-deliveries")
const filters = [
  {
    name: "state",
    label: t`State`,
    options: [
      ["", t`All states`],
      ["waiting", t`Waiting`],
      ["delivered", t`Delivered`],
      ["failed", t`Failed`],
    ],
  },
] as const
const states = {
  waiting: ["info", t`Waiting`],
  delivered: ["success", t`Delivered`],
  failed: ["danger", t`Failed`],
} as const

/** The deliveries to a webhook and their outcomes. */
export function Deliveries({ id, onBack }: { id: number; onBack(): void }) {
  const { data: webhook } = useQuery({
    queryKey: ["admin", "webhooks", "one", id],
    queryFn: () => call(`GET /admin/webhooks/${id}`),
  })
  const { show } = useShown("delivery")
  const columns = useMemo(() => columnsOf((row) => show(row.id)), [show])
  return (
    <>
      <Head title={t`Deliveries`} note={webhook?.url}>
        <Button variant="outline" onClick={onBack}>{t`All integrations`}</Button>
        <Button variant="outline" onClick={() => void refresh("webhook-deliveries")}>{t`Refresh`}</Button>
      </Head>
      <DataTable
        name="webhook-deliveries"
        label={t`Deliveries`}
        count={(n, written) => plural(n, { one: "1 delivery", other: `${written} deliveries` })}
        read={read}
        columns={columns}
        rowName={({ type }) => type}
        limit={25}
        filters={filters}
        fixed={{ webhook_id: String(id) }}
        empty={t`Nothing sent yet.`}
        drawer={{ name: "delivery", draw: (place) => <DeliveryDrawer place={place} /> }}
      />
    </>
  )
}

function columnsOf(show: (row: WebhookDelivery) => void): Column<WebhookDelivery>[] {
  return [
    {
      id: "type",
      header: t`Event`,
      title: true,
      cell: (row) => (
        <button type="button" className="link min-h-9 text-start" onClick={() => show(row)}>
          {row.type}
          <span className="sr-only">{t` of ${dateTimeOf(row.created_at)}`}</span>
        </button>
      ),
      text: ({ type }) => type,
    },
    {
      id: "state",
      header: t`State`,
      tag: true,
      cell: ({ state }) => <Tag tone={states[state][0]}>{states[state][1]}</Tag>,
      text: ({ state }) => state,
    },
    {
      id: "status",
      header: t`Answer`,
      cell: ({ status_code, error }) => status_code ?? error ?? t`None yet`,
      text: ({ status_code, error }) => status_code ?? error,
    },
    { id: "attempts", header: t`Attempts`, end: true, cell: (row) => row.attempts, text: (row) => row.attempts },
    {
      id: "created",
      header: t`Created`,
      cell: ({ created_at }) => dateTimeOf(created_at),
      text: ({ created_at }) => created_at,
    },
  ]
}

function DeliveryDrawer({ place }: { place: Place<WebhookDelivery> }) {
  const { id, row } = place
  const query = useQuery({
    queryKey: ["admin", "webhook-deliveries", "one", id],
    queryFn: id === null ? skipToken : () => call(`GET /admin/webhook-deliveries/${id}`),
    placeholderData: row,
    // Polls until the delivery has been sent.
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? 2000 : false),
  })
  return (
    <Drawer place={place} title={t`Delivery ${id ?? ""}`} of="delivery">
      <Loaded query={query} fields={4}>
        {(delivery) => <Delivery delivery={delivery} />}
      </Loaded>
    </Drawer>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const [busy, setBusy] = useState(false)
  const { id, attempts, state } = delivery
  const again = async () => {
    setBusy(true)
    await attempt(
      () =>
        call(`POST /admin/webhook-deliveries/${id}/send`, { body: { attempts } }).finally(() =>
          refresh("webhook-deliveries"),
        ),
      t`Event queued`,
    )
    setBusy(false)
  }
  const facts: [string, string][] = [
    [t`Event`, delivery.type],
    ["ID", delivery.event_id],
    [t`State`, states[state][1]],
    [t`Attempts`, String(attempts)],
    [t`Status`, delivery.status_code === null ? t`None` : String(delivery.status_code)],
    ...(delivery.error ? [[t`Error`, delivery.error] as [string, string]] : []),
    [t`Last try`, delivery.last_attempt_at ? dateTimeOf(delivery.last_attempt_at) : t`None yet`],
    ...(delivery.next_attempt_at ? [[t`Next try`, dateTimeOf(delivery.next_attempt_at)] as [string, string]] : []),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-ui">
      <Facts facts={facts} />
      <RawText title={t`Payload`} text={delivery.payload} />
      <RawText title={t`Answer`} text={delivery.answer} />
      <div className="flex justify-end">
        <Button busy={busy} onClick={() => void again()}>{t`Send again`}</Button>
      </div>
    </div>
  )
}
