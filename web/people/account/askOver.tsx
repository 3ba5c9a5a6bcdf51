import "../../platform/ui/zod.ts"
import { QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { createRoot } from "react-dom/client"
import { queries } from "../../platform/api/queries.ts"

/** Shows a dialog above everything that is open, until it ends with an answer. */
export function askOver(dialog: (end: (answer: boolean) => void) => ReactNode): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement("div"))
    const root = createRoot(place)
    const end = (answer: boolean) => {
      resolve(answer)
      // The dialog gives back the focus before it is unmounted.
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
    root.render(<QueryClientProvider client={queries()}>{dialog(end)}</QueryClientProvider>)
  })
}
