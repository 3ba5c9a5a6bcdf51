import { useSyncExternalStore } from "react"

const phone = mediaStore("(width < 48rem)")
const tablet = mediaStore("(width < 64rem)")
const laptop = mediaStore("(width < 80rem)")

/** True on a phone. */
export const useNarrow = () => useSyncExternalStore(phone.subscribe, phone.isTrue, onServer)
/** True on a phone or an upright tablet. */
export const useTablet = () => useSyncExternalStore(tablet.subscribe, tablet.isTrue, onServer)
/** True below 1280 px. */
export const useMedium = () => useSyncExternalStore(laptop.subscribe, laptop.isTrue, onServer)

function mediaStore(text: string) {
  return {
    isTrue: () => matchMedia(text).matches,
    subscribe(listener: () => void): () => void {
      const query = matchMedia(text)
      query.addEventListener("change", listener)
      return () => query.removeEventListener("change", listener)
    },
  }
}

const onServer = () => false
