import type { Doll } from "#contract/catalog.ts"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { type DollValues, labels, typedOf } from "./form.ts"

interface MeanwhileProps {
  fields: (keyof DollValues)[]
  before: Doll
  theirs: Doll
  mine: DollValues
  /** Goes on with these fields as the other has them; nothing is saved yet. */
  onGoOn(take: (keyof DollValues)[]): void
}

/** Another admin was faster: what they changed, beside what is typed here. */
export function Meanwhile({ fields, before, theirs, mine, onGoOn }: MeanwhileProps) {
  const isMine = (name: keyof DollValues) => JSON.stringify(mine[name]) !== JSON.stringify(typedOf(before, name))
  const untouched = fields.filter((name) => !isMine(name))
  const both = fields.filter(isMine)
  return (
    <Notice kind="warn" title="Another admin has changed this model meanwhile." className="mb-6">
      <p>Nothing was saved, and all you typed is still here.</p>
      <dl className="mt-2 grid gap-1">
        {fields.map((name) => (
          <div key={name}>
            <dt className="inline font-semibold">{labels[name]}: </dt>
            <dd className="inline wrap-anywhere">
              {`now “${shown(theirs, name)}”`}
              {isMine(name) && `, you have “${shownValue(mine[name])}”`}
            </dd>
          </div>
        ))}
        {fields.length === 0 && <p>Only its pictures or its stock have changed.</p>}
      </dl>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="outline" onClick={() => onGoOn(untouched)}>
          {both.length > 0 ? "Keep what I typed" : "Take their change and go on"}
        </Button>
        {both.length > 0 && (
          <Button look="outline" onClick={() => onGoOn(fields)}>
            Take theirs
          </Button>
        )}
      </div>
    </Notice>
  )
}

const shown = (doll: Doll, name: keyof DollValues) => shownValue(typedOf(doll, name))
const shownValue = (value: DollValues[keyof DollValues]) =>
  Array.isArray(value)
    ? `${value.length} lines`
    : typeof value === "boolean"
      ? value
        ? "yes"
        : "no"
      : value || "empty"
