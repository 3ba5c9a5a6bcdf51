import { useMemo, useState } from "react"
import { type Discount, type DiscountForm, type DiscountState, discountStates } from "#contract/discounts.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import type { Column } from "../../backoffice/table/columns.ts"
import { actionsColumn, createdColumn, Opener } from "../../backoffice/table/commonColumns.tsx"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { money } from "../../platform/ui/format.ts"
import { Plus } from "../../platform/ui/icons.ts"
import { percent } from "../../platform/ui/percent.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import { DiscountDialog } from "./DiscountDialog.tsx"

const read = listAt("GET /admin/discounts")
const stateNames: Record<DiscountState, string> = {
  active: t`Active`,
  scheduled: t`Scheduled`,
  expired: t`Expired`,
  used_up: t`Used up`,
  inactive: t`Inactive`,
}
const filters = [
  {
    name: "state",
    label: t`State`,
    options: [["", t`All states`], ...discountStates.map((state) => [state, stateNames[state]] as const)],
  },
] as const

export function Discounts() {
  const [adding, setAdding] = useAdding()
  const { id: edited, show, close } = useShown("discount")
  const [ending, setEnding] = useState<Discount>()
  const columns = useMemo(() => columnsOf(show, setEnding), [show])
  return (
    <>
      <Head title={t`Discounts`} note={t`Discount codes and automatic discounts.`}>
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} />
          {t`Add discount`}
        </Button>
      </Head>
      <DataTable
        name="discounts"
        label={t`Discounts`}
        count={(n, written) => plural(n, { one: "1 discount", other: `${written} discounts` })}
        read={read}
        columns={columns}
        rowName={({ title }) => title}
        search={t`Search discounts`}
        filters={filters}
        csv="/admin/discounts"
        empty={discountAdminTexts.none}
        failed={discountAdminTexts.loadFailed}
      />
      <DiscountDialog shown={adding ? "new" : edited} onClose={() => (adding ? setAdding(false) : close())} />
      <Confirm
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={t`Deactivate ${ending?.title ?? t`discount`}?`}
        action={t`Deactivate`}
        onConfirm={async () => {
          await call(`PUT /admin/discounts/${ending!.id}`, { body: { ...formOf(ending!), is_active: false } })
          toast(discountAdminTexts.deactivated, { kind: "success" })
          refresh("discounts")
        }}
      >{t`It won't apply to new orders. Orders that have it keep it.`}</Confirm>
    </>
  )
}

function columnsOf(edit: (id: number) => void, end: (discount: Discount) => void): Column<Discount>[] {
  return [
    {
      id: "title",
      header: t`Title`,
      title: true,
      sort: { asc: "title", desc: "title_desc" },
      cell: ({ id, title }) => <Opener open={() => edit(id)}>{title}</Opener>,
      text: ({ title }) => title,
    },
    {
      id: "code",
      header: t`Code`,
      sub: true,
      cell: ({ code, scope }) => (
        <>
          {code ? <code className="wrap-anywhere">{code}</code> : t`Automatic`}
          {scope === "memberships" && <span className="block text-ink-3 text-meta">{t`Memberships`}</span>}
        </>
      ),
      text: ({ code }) => code,
    },
    { id: "value", header: t`Value`, cell: valueText, text: valueText },
    {
      id: "state",
      header: t`State`,
      tag: true,
      cell: ({ state }) => <Tag tone={state === "active" ? "success" : "neutral"}>{stateNames[state]}</Tag>,
      text: ({ state }) => state,
    },
    {
      id: "uses",
      header: t`Uses`,
      end: true,
      cell: ({ uses, max_uses }) => (max_uses === null ? uses : t`${uses} of ${max_uses}`),
      text: ({ uses }) => uses,
    },
    { id: "given", header: t`Given`, end: true, cell: ({ given }) => money(given), text: ({ given }) => given },
    {
      id: "revenue",
      header: t`Revenue`,
      end: true,
      cell: ({ revenue }) => money(revenue),
      text: ({ revenue }) => revenue,
    },
    {
      id: "ends",
      header: t`Ends`,
      extra: true,
      cell: ({ ends_at }) => (ends_at ? shortDate(ends_at) : t`Never`),
      text: ({ ends_at }) => ends_at,
    },
    createdColumn("since", t`Created`),
    actionsColumn(
      ({ title }) => title,
      (discount) => [
        { label: t`Edit`, run: () => edit(discount.id) },
        ...(discount.is_active ? [{ label: t`Deactivate`, danger: true, run: () => end(discount) }] : []),
      ],
    ),
  ]
}

const valueText = ({ kind, value }: Discount) => (kind === "percent" ? percent(value) : money(value))

function formOf(discount: Discount): DiscountForm {
  const { id, state, uses, given, revenue, models, created_at, version, ...form } = discount
  return form
}
