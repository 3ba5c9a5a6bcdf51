import type { ReactNode } from "react"

/**
 * Marks the children of an element as one text of the interface, as `t` marks a string. A translation may reorder its
 * values and elements. The build of each language contains only the translation.
 */
export const Trans = ({ children }: { children: ReactNode; context?: string }) => children
