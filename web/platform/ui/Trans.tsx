import type { ReactNode } from "react"

/**
 * Marks the children of an element as one text of the interface, as `t` marks a string: a translation may order its
 * values and elements as its grammar needs. The build of each language leaves only the translation.
 */
export const Trans = ({ children }: { children: ReactNode; context?: string }) => children
