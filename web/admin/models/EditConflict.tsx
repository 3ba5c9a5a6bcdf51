import { useEffect, useRef } from "react"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { CircleAlert } from "../../platform/ui/icons.ts"
import { type DollValues, labels, typedOf } from "./form.ts"

type Name = keyof DollValues

interface EditConflictProps {
  /** The fields that the other admin changed. */
  fields: Name[]
  before: Doll
  theirs: Doll
  mine: DollValues
  /** Takes over the other admin's values of these fields, without saving. */
  onGoOn(take: Name[]): void
}

/** Compares the values that another admin saved meanwhile with those of this form. */
export function EditConflict({ fields, before, theirs, mine, onGoOn }: EditConflictProps) {
  const box = useRef<HTMLElement>(null)
  // The save button is at the end of the form, so focus moves up here.
  useEffect(() => box.current?.focus(), [])
  const isMine = (name: Name) => JSON.stringify(mine[name]) !== JSON.stringify(typedOf(before, name))
  const both = fields.filter(isMine)
  const shown = (Object.keys(labels) as Name[]).filter((name) => fields.includes(name) || isMine(name))
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t`Conflicting changes`}
      className="mb-6 flex scroll-mt-4 gap-3 rounded-card border-warn border-s-4 bg-warn-soft px-4 py-3 text-ui"
    >
      <CircleAlert aria-hidden size={20} className="mt-px shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-warn">{t`Another admin has changed this model in the meantime.`}</p>
        <p>{t`Your changes haven't been saved, but they're still here.`}</p>
        {fields.length === 0 && <p>{t`Only images or stock changed.`}</p>}
        {shown.length > 0 && (
          <dl className="mt-3 border-line-strong border-t">
            {shown.map((name) => (
              <div key={name} className="grid gap-x-6 gap-y-1 border-line-strong border-b py-2 sm:grid-cols-2">
                <dt className="font-semibold sm:col-span-2">
                  {labels[name]}
                  {both.includes(name) && <span className="font-normal">{t` (changed by both of you)`}</span>}
                </dt>
                <Version of={t`Their version, saved`} value={typedOf(theirs, name)} isOld={!fields.includes(name)} />
                <Version of={t`Your version, not saved`} value={mine[name]} isOld={!isMine(name)} />
              </div>
            ))}
          </dl>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => onGoOn(fields.filter((name) => !isMine(name)))}>
            {both.length > 0 ? t`Keep my changes` : t`Use their change and continue`}
          </Button>
          {both.length > 0 && <Button variant="outline" onClick={() => onGoOn(fields)}>{t`Use their changes`}</Button>}
        </div>
      </div>
    </section>
  )
}

function Version({ of, value, isOld }: { of: string; value: DollValues[Name]; isOld: boolean }) {
  return (
    <dd className="min-w-0">
      <span className="text-meta">{isOld ? t`${of.split(",")[0]}, unchanged` : of}</span>
      <span className={cx("wrap-anywhere block max-h-40 overflow-y-auto whitespace-pre-line", !isOld && "font-medium")}>
        {displayed(value)}
      </span>
    </dd>
  )
}

function displayed(value: DollValues[Name]): string {
  if (Array.isArray(value)) return value.map((line) => `${line.name}: ${line.value}`).join("\n") || t`None`
  if (typeof value === "boolean") return value ? t`Yes` : t`No`
  return value || t`Empty`
}
