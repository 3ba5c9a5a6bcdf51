import { useState } from "react"
import { maxTrackingLength } from "#contract/adminLimits.ts"
import { parcelTexts } from "#contract/adminText.ts"
import type { Parcel, Shipment, ShipOrders } from "#contract/orders.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import { X } from "../../platform/ui/icons.ts"
import { Tag, type Tone } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { doubled, inRequests, merged, orderNumberOf, parseParcels, textOf } from "./parcels.ts"
import { useCarriers } from "./useCarriers.ts"

/** Orders per request. */
const atOnce = 25

interface ShipManyProps {
  /** The selected orders; undefined while closed. */
  given: Parcel[] | undefined
  onClose(): void
}

/** Ships many orders. Tracking numbers are typed, pasted or imported, then checked, then sent. */
export function ShipMany({ given, onClose }: ShipManyProps) {
  return (
    <Dialog
      open={given !== undefined}
      onClose={onClose}
      title={t`Ship orders`}
      shape="side"
      className="w-[min(52rem,100vw)]!"
    >
      {given && <Steps given={given} onDone={onClose} />}
    </Dialog>
  )
}

interface StepsProps {
  given: Parcel[]
  onDone(): void
}

function Steps({ given, onDone }: StepsProps) {
  const [parcels, setParcels] = useState(given)
  const [carrier, setCarrier] = useState("")
  const carriers = useCarriers()
  const [checked, setChecked] = useState<Shipment[]>()
  const [shipped, setShipped] = useState<Shipment[]>()
  const [failure, setFailure] = useState<{ title: string; text: string }>()
  const [sent, setSent] = useState<{ done: number; of: number }>()
  const isUnsaved = () => !shipped && parcels.some(({ tracking_number }) => tracking_number.trim() !== "")

  const send = async (list: Parcel[], check: boolean): Promise<Shipment[]> => {
    const answers: Shipment[] = []
    setFailure(undefined)
    setSent({ done: 0, of: list.length })
    try {
      for (const parcels of inRequests(list, atOnce)) {
        const body: ShipOrders = { parcels, check, ...(carrier && { carrier }) }
        answers.push(...(await call("POST /admin/orders/ship", { body, timeout: 60_000 })).shipments)
        setSent({ done: answers.length, of: list.length })
      }
    } catch (error) {
      // Lines with an answer are done. Sending them again does not ship them twice.
      setFailure({ title: check ? moneyTexts.checkFailed : moneyTexts.shipFailed, text: explain(error) })
    } finally {
      setSent(undefined)
    }
    return answers
  }
  const check = async () => {
    const answers = await send(parcels, true)
    if (answers.length === parcels.length) setChecked(answers)
  }
  const ready = checked?.filter(({ outcome }) => outcome === "ready") ?? []
  const ship = async () => {
    const answers = await send(ready.map(parcelOf), false)
    const answered = answers.values()
    const now = checked!.map((one) => (one.outcome === "ready" ? (answered.next().value ?? one) : one))
    void refresh("orders", "payments")
    const went = answers.filter(({ outcome }) => outcome === "shipped").length
    if (went > 0) toast(moneyTexts.shippedMany(went), { kind: "success" })
    // A line without an answer can be sent again.
    if (now.some(({ outcome }) => outcome === "ready")) setChecked(now)
    else setShipped(now)
  }
  const mend = (list: Shipment[]) => {
    setParcels(list.filter(({ outcome }) => outcome === "refused" || outcome === "ready").map(parcelOf))
    setChecked(undefined)
    setShipped(undefined)
  }
  const trouble = (
    <>
      <UnsavedChanges isDirty={isUnsaved} />
      {failure && (
        <Alert kind="danger" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      {sent && sent.of > atOnce && <p role="status" className="tabular text-ui">{t`${sent.done} of ${sent.of} …`}</p>}
    </>
  )
  const list = shipped ?? checked
  if (!list) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Import onParcels={(more) => setParcels(merged(parcels, more))} />
        <SelectField
          label={t`Carrier`}
          hint={t`For all orders, except where the list has a column for carriers.`}
          value={carrier}
          onChange={(event) => setCarrier(event.target.value)}
        >
          <option value="">{t`Other`}</option>
          {carriers.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <Entries parcels={parcels} onChange={setParcels} />
        {trouble}
        <div className="flex justify-end">
          <Button
            busy={sent !== undefined}
            disabled={parcels.length === 0}
            onClick={() => void check()}
          >{t`Check list`}</Button>
        </div>
      </div>
    )
  }
  const refused = list.filter(({ outcome }) => outcome === "refused").length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p role="status" className="font-semibold">
        {summary(list)}
      </p>
      <Outcomes list={list} />
      {trouble}
      <div className="flex flex-wrap justify-end gap-3">
        {!shipped && (
          <Button
            variant="outline"
            disabled={sent !== undefined}
            onClick={() => setChecked(undefined)}
          >{t`Back to list`}</Button>
        )}
        {shipped && refused > 0 && (
          <Button variant="outline" onClick={() => mend(list)}>
            {plural(refused, { one: "Correct 1 order", other: `Correct ${refused} orders` })}
          </Button>
        )}
        {shipped && <Button onClick={onDone}>{t`Done`}</Button>}
        {!shipped && ready.length > 0 && (
          <Button busy={sent !== undefined} onClick={() => void ship()}>
            {plural(ready.length, { one: "Ship 1 order", other: `Ship ${ready.length} orders` })}
          </Button>
        )}
      </div>
    </div>
  )
}

const parcelOf = ({ order_number, tracking_number, carrier }: Shipment): Parcel => ({
  order_number,
  tracking_number,
  ...(carrier && { carrier }),
})

const words: Record<Shipment["outcome"], { tone: Tone; word: string; all: string }> = {
  ready: { tone: "info", word: t`Ready`, all: "ready" },
  shipped: { tone: "success", word: t`Shipped`, all: "shipped" },
  already: { tone: "neutral", word: t`Already shipped`, all: t`already shipped` },
  refused: { tone: "danger", word: t`Not shipped`, all: t`not shipped` },
}

/** Summarizes as "12 ready, 1 not shipped". */
function summary(list: Shipment[]): string {
  const counted = Map.groupBy(list, ({ outcome }) => outcome)
  return Object.entries(words)
    .flatMap(([outcome, { all }]) => {
      const number = counted.get(outcome as Shipment["outcome"])?.length
      return number ? `${number} ${all}` : []
    })
    .join(", ")
}

/** Unique keys, because the list may name an order twice. */
function keysOf(list: Parcel[]): string[] {
  const times = new Map<string, number>()
  return list.map(({ order_number }) => {
    times.set(order_number, (times.get(order_number) ?? 0) + 1)
    return `${order_number} ${times.get(order_number)}`
  })
}

function Import({ onParcels }: { onParcels(parcels: Parcel[]): void }) {
  const [text, setText] = useState("")
  const [fault, setFault] = useState<string>()
  const take = async (given: string) => {
    const { parcels, unread, headings } = await parseParcels(given)
    setFault(unread.length > 0 ? moneyTexts.unread(unread.length) : undefined)
    setText((unread.length > 0 && headings ? [headings, ...unread] : unread).join("\n"))
    if (parcels.length > 0) onParcels(parcels)
  }
  return (
    <section aria-label={t`Import`} className="grid gap-4 sm:grid-cols-2">
      <UnsavedChanges isDirty={() => text.trim() !== ""} />
      <div>
        <TextArea
          label={t`Paste order and tracking numbers`}
          hint={t`One order per line, or cells copied from a spreadsheet.`}
          rows={3}
          value={text}
          error={fault}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          variant="outline"
          className="mt-3"
          disabled={text.trim() === ""}
          onClick={() => void take(text)}
        >{t`Add to list`}</Button>
      </div>
      <DropZone
        label={t`Choose a CSV file`}
        hint={t`It needs a column for order numbers and one for tracking numbers.`}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onFiles={([file]) => void textOf(file!).then(take)}
      />
    </section>
  )
}

function Entries({ parcels, onChange }: { parcels: Parcel[]; onChange(parcels: Parcel[]): void }) {
  if (parcels.length === 0) return <p className="text-ink-3 text-ui">{t`No orders on the list yet.`}</p>
  const keys = keysOf(parcels)
  const twice = doubled(parcels)
  return (
    <ul aria-label={t`List`} className="border-line border-t">
      {parcels.map((parcel, at) => (
        <li key={keys[at]} className="flex flex-wrap items-end gap-x-4 gap-y-1 border-line border-b py-2">
          <span className="tabular min-w-28 py-2.5 font-semibold text-ui">
            {parcel.order_number}
            {parcel.carrier && <span className="block font-normal text-ink-2 text-meta">{parcel.carrier}</span>}
          </span>
          <TextField
            label={t`Tracking number of ${parcel.order_number}`}
            value={parcel.tracking_number}
            error={twice.has(orderNumberOf(parcel.order_number)) ? parcelTexts.twice : undefined}
            maxLength={maxTrackingLength}
            autoComplete="off"
            className="min-w-0 flex-1 basis-48"
            onChange={(event) => onChange(parcels.with(at, { ...parcel, tracking_number: event.target.value }))}
          />
          <IconButton
            label={t`Remove ${parcel.order_number}`}
            onClick={() => onChange(parcels.filter((other) => other !== parcel))}
          >
            <X aria-hidden size={18} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function Outcomes({ list }: { list: Shipment[] }) {
  const keys = keysOf(list)
  return (
    <ul aria-label={t`List`} className="border-line border-t text-ui">
      {list.map(({ order_number, ship_to, tracking_number, outcome, detail }, at) => (
        <li
          key={keys[at]}
          className="grid gap-x-4 border-line border-b py-3 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,12rem)]"
        >
          <span className="tabular font-semibold">{order_number}</span>
          <span className="wrap-anywhere">
            {ship_to ?? t`No such order`}
            <span className="tabular block text-ink-2 text-meta">{tracking_number || t`No tracking number`}</span>
          </span>
          <span>
            <Tag tone={words[outcome].tone} dot>
              {words[outcome].word}
            </Tag>
            {detail && <span className="mt-1 block text-meta">{detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
