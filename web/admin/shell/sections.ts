import { createContext } from "react"

/** Opens the list of the panel's sections on phones. Null outside the panel. */
export const SectionsContext = createContext<(() => void) | null>(null)
