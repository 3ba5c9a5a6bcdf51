import type { ReactNode } from "react"

export function PanelTitle({ children }: { children: string }): ReactNode {
  return <h2 className="placard pt-3 font-display text-h2">{children}</h2>
}
