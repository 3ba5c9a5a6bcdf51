import { useSyncExternalStore } from "react"

const narrow = "(width < 48rem)"

/** Whether this is a small screen. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}
