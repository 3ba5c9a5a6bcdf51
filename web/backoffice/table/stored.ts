import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()
/** Caches parsed values, so that equal strings give the same object. */
const parsed = new Map<string, { text: string | null; value: unknown }>()

/** State in `localStorage`, which all components and tabs share. */
export function useStored<T>(name: string, otherwise: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(name, otherwise),
    () => otherwise,
  )
  return [value, (next) => write(name, next)]
}

export function read<T>(name: string, otherwise: T): T {
  const text = localStorage.getItem(name)
  const known = parsed.get(name)
  if (known && known.text === text) return known.value as T
  const value = parse(text, otherwise)
  parsed.set(name, { text, value })
  return value
}

export function write(name: string, value: unknown): void {
  localStorage.setItem(name, JSON.stringify(value))
  for (const listener of listeners) listener()
}

function parse<T>(text: string | null, otherwise: T): T {
  if (text === null) return otherwise
  try {
    const value = JSON.parse(text)
    return typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise) ? value : otherwise
  } catch {
    return otherwise
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}
