import { useEffect, useRef } from "react"
import { t } from "#contract/t.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"

export interface Difference<Name extends string> {
  name: Name
  label: string
  /** The value that the other admin saved. */
  now: string
  /** The value typed in this form, if it differs. */
  mine?: string
}

interface EditConflictProps<Name extends string> {
  title: string
  differences: Difference<Name>[]
  /** Takes over the other admin's values, without saving. */
  onGoOn(take: Name[]): void
}

/** Compares another admin's changes with the values of this form. */
export function EditConflict<Name extends string>({ title, differences, onGoOn }: EditConflictProps<Name>) {
  const box = useRef<HTMLDivElement>(null)
  // The save button is at the end of the form, so focus moves up here.
  useEffect(() => box.current?.focus(), [])
  const isOpen = differences.some(({ mine }) => mine !== undefined)
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4">
      <Alert kind="warn" title={title}>
        <p>{t`Your changes haven't been saved, but they're still here.`}</p>
        <dl className="mt-2 grid gap-1">
          {differences.map(({ name, label, now, mine }) => (
            <div key={name}>
              <dt className="inline font-semibold">{label}: </dt>
              <dd className="wrap-anywhere inline">
                {t`now “${now}”`}
                {mine !== undefined && t`, your version “${mine}”`}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            variant="outline"
            onClick={() => onGoOn(differences.filter(({ mine }) => mine === undefined).map(({ name }) => name))}
          >
            {isOpen ? t`Keep my changes` : t`Use their change and continue`}
          </Button>
          {isOpen && (
            <Button
              variant="outline"
              onClick={() => onGoOn(differences.map(({ name }) => name))}
            >{t`Use their changes`}</Button>
          )}
        </div>
      </Alert>
    </div>
  )
}
