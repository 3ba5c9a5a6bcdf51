import { useSearchParams } from "react-router"
import { t } from "#contract/t.ts"
import type { Filter } from "./columns.ts"

/** Filters that only links set. While the address has one, the list of filters shows it, so that it can be removed. */
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
