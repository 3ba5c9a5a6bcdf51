import { useEffect, useRef } from "react"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"

export interface Difference<Name extends string> {
  name: Name
  label: string
  /** As it is now, by the other's hand. */
  now: string
  /** What is typed here, where that is something else. */
  mine?: string
}

interface MeanwhileProps<Name extends string> {
  title: string
  differences: Difference<Name>[]
  /** Goes on with these as the other has them; nothing is saved yet. */
  onGoOn(take: Name[]): void
}

/** Another admin was faster: what they changed, beside what is typed here. */
export function Meanwhile<Name extends string>({ title, differences, onGoOn }: MeanwhileProps<Name>) {
  const box = useRef<HTMLDivElement>(null)
  // Whoever has saved stands at the end of the form.
  useEffect(() => box.current?.focus(), [])
  const isOpen = differences.some(({ mine }) => mine !== undefined)
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4">
      <Notice kind="warn" title={title}>
        <p>Nothing was saved, and all you typed is still here.</p>
        <dl className="mt-2 grid gap-1">
          {differences.map(({ name, label, now, mine }) => (
            <div key={name}>
              <dt className="inline font-semibold">{label}: </dt>
              <dd className="wrap-anywhere inline">
                {`now “${now}”`}
                {mine !== undefined && `, you have “${mine}”`}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            look="outline"
            onClick={() => onGoOn(differences.filter(({ mine }) => mine === undefined).map(({ name }) => name))}
          >
            {isOpen ? "Keep what I typed" : "Take their change and go on"}
          </Button>
          {isOpen && (
            <Button look="outline" onClick={() => onGoOn(differences.map(({ name }) => name))}>
              Take theirs
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
