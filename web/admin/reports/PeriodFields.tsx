import { useState } from "react"
import { t } from "#contract/t.ts"
import { today } from "../../backoffice/staff-ui/dates.ts"
import { useSearch } from "../../backoffice/table/search.ts"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"

/** Both days are included, in the shop's time zone. */
export interface Period {
  from: string
  to: string
}

const presets = [
  ["7", t`Last 7 days`],
  ["30", t`Last 30 days`],
  ["90", t`Last 90 days`],
  ["month", t`This month`],
  ["last-month", t`Last month`],
  ["year", t`This year`],
  ["last-year", t`Last year`],
  ["custom", t`Custom`],
] as const
type Preset = (typeof presets)[number][0]

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a preset that ends on `to`. */
function periodOf(preset: Exclude<Preset, "custom">, to: string): Period {
  const [year, month, day] = [Number(to.slice(0, 4)), Number(to.slice(5, 7)) - 1, Number(to.slice(8))]
  const at = (year: number, month: number, day: number) => dayOf(new Date(Date.UTC(year, month, day)))
  if (preset === "month") return { from: at(year, month, 1), to }
  if (preset === "last-month") return { from: at(year, month - 1, 1), to: at(year, month, 0) }
  if (preset === "year") return { from: at(year, 0, 1), to }
  if (preset === "last-year") return { from: at(year - 1, 0, 1), to: at(year - 1, 11, 31) }
  return { from: at(year, month, day + 1 - Number(preset)), to }
}

/** The period in the address: `period=90`, or `from` and `to`. */
export function usePeriod() {
  const [params, set] = useSearch()
  const asked = params.get("period")
  const preset = presets.find(([name]) => name === asked)?.[0] ?? "30"
  const [from, to] = [params.get("from"), params.get("to")]
  const isCustom = preset === "custom" && isDay(from) && isDay(to) && from <= to
  const chosen = isCustom ? { from, to } : periodOf(preset === "custom" ? "30" : preset, today())
  return { preset, chosen, set }
}

export function PeriodFields({ preset, chosen, set }: ReturnType<typeof usePeriod>) {
  return (
    <>
      <SelectField
        label={t`Period`}
        className="max-md:col-span-2"
        value={preset}
        onChange={({ target: { value } }) =>
          set(value === "custom" ? { period: value, ...chosen } : { period: value, from: null, to: null })
        }
      >
        {presets.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      {preset === "custom" && <Days key={`${chosen.from} ${chosen.to}`} chosen={chosen} set={set} />}
    </>
  )
}

/** The days apply once they make a period. */
function Days({ chosen, set }: { chosen: Period; set(changed: Record<string, string>): void }) {
  const [typed, setTyped] = useState(chosen)
  const isBackwards = isDay(typed.from) && isDay(typed.to) && typed.from > typed.to
  const change = (changed: Partial<Period>) => {
    const next = { ...typed, ...changed }
    setTyped(next)
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) set({ ...next })
  }
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-md:col-span-2">
      <TextField
        label={t({ context: "first day of a period", message: "From" })}
        type="date"
        value={typed.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label={t({ context: "last day of a period", message: "To" })}
        type="date"
        value={typed.to}
        error={isBackwards ? t`The end date is before the start date.` : undefined}
        onChange={(event) => change({ to: event.target.value })}
      />
    </div>
  )
}
