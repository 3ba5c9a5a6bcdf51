import { useSearchParams } from "react-router"
import { t } from "#contract/t.ts"
import type { Filter } from "./columns.ts"

/** Filters that only links set: one is in the list of filters while the address has it, so that it can be removed. */
export function useNarrowing(
  names: Record<string, readonly [label: string, shown?: (value: string) => string]>,
): Filter[] {
  const [params] = useSearchParams()
  return Object.entries(names).flatMap(([name, [label, shown = String]]) => {
    const value = params.get(name)
    return value
      ? [
          {
            name,
            label,
            options: [
              ["", t`Any`],
              [value, shown(value)],
            ] as const,
          },
        ]
      : []
  })
}
