/** Returns the members that differ between two states of an object, for the audit log. */
export function differing<T extends object>(before: T, after: Partial<T>): { before: Partial<T>; after: Partial<T> } {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => after[name] !== undefined && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  const only = (all: Partial<T>) => Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<T>
  return { before: only(before), after: only(after) }
}
