import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { stockAdminTexts, stockReasonTexts } from "#contract/panelText.ts"
import type { StockEntry, StockRow } from "#contract/stock.ts"
import { stockReasons } from "#contract/stockReasons.ts"
import { t } from "#contract/t.ts"
import { PagedList } from "../../backoffice/staff-ui/PagedList.tsx"
import { downloadCsv } from "../../backoffice/table/csv.ts"
import { Drawer, type Place } from "../../backoffice/table/Drawer.tsx"
import { explain, list } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Download } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"

const limit = 25

export function History({ place, user }: { place: Place<StockRow>; user: User }) {
  const { id, row } = place
  return (
    <Drawer place={place} title={row ? t`Stock of ${row.name}` : t`Stock`} of="model">
      {id !== null && <Entries key={id} id={id} user={user} />}
    </Drawer>
  )
}

function Entries({ id, user }: { id: number; user: User }) {
  const [reason, setReason] = useState<StockEntry["reason"] | "">("")
  const query: { reason?: StockEntry["reason"] } = reason ? { reason } : {}
  const download = () =>
    downloadCsv(`/admin/stock/${id}/entries${reason && `?reason=${reason}`}`, `stock-${id}.csv`, () => undefined).catch(
      (error: unknown) => toast(stockAdminTexts.historyFailed, { kind: "error", description: explain(error) }),
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t`Reason`}
          className="min-w-0 flex-1 basis-48"
          value={reason}
          onChange={(event) => setReason(event.target.value as StockEntry["reason"] | "")}
        >
          <option value="">{t`All changes`}</option>
          {stockReasons.map((one) => (
            <option key={one} value={one}>
              {stockReasonTexts[one]}
            </option>
          ))}
        </SelectField>
        <Button variant="outline" onClick={() => void download()}>
          <Download aria-hidden size={16} />
          {t`Export`}
        </Button>
        {user.admin_type !== "financial_admin" && (
          <Link
            to={`/admin/model/edit/${id}`}
            className="link inline-flex min-h-11 items-center text-ui"
          >{t`Edit model`}</Link>
        )}
      </div>
      <PagedList<StockEntry, number>
        key={reason}
        label={t`Changes`}
        queryKey={["admin", "stock", "history", id, reason]}
        read={async (skip = 0, signal) => {
          const { items, total } = await list(`GET /admin/stock/${id}/entries`, {
            query: { ...query, skip, limit },
            signal,
          })
          return { items, next: skip + items.length < total ? skip + items.length : null }
        }}
        rowKey={(entry) => entry.id}
        row={(entry) => <Entry entry={entry} mayOpenOrders={user.admin_type !== "content_admin"} />}
        empty={stockAdminTexts.noEntries}
        failed={stockAdminTexts.historyFailed}
      />
    </div>
  )
}

function Entry({ entry, mayOpenOrders }: { entry: StockEntry; mayOpenOrders: boolean }) {
  const { change, stock_after, reason, note, by, order_id, order_number, created_at } = entry
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <span className="tabular block text-ink-3 text-meta">
          {dateTimeOf(created_at)}
          {by && `, ${by}`}
        </span>
        <span className="wrap-anywhere block">
          {stockReasonTexts[reason]}
          {order_number &&
            (mayOpenOrders ? (
              <>
                {" "}
                <Link to={`/admin?tab=orders&order=${order_id!}`} className="link tabular">
                  {order_number}
                </Link>
              </>
            ) : (
              ` ${order_number}`
            ))}
        </span>
        {note && <span className="wrap-anywhere block text-ink-2">{note}</span>}
      </div>
      <span className="tabular shrink-0 text-end">
        <span className="block font-semibold">{change > 0 ? `+${change}` : String(change).replace("-", "−")}</span>
        <span className="block text-ink-2 text-meta">
          {stock_after === null ? t`Made to order` : t`${stock_after} available`}
        </span>
      </span>
    </div>
  )
}
