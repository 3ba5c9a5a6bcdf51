import "../ui/zod.ts"
import { QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import { queries } from "../api/queries.ts"
import Confirmation from "./Confirmation.tsx"

let asking: Promise<boolean> | undefined

/** Shows the dialog above whatever is open; calls that ask at the same time share it. */
export function askConfirmation(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement("div"))
    const root = createRoot(place)
    const end = (isConfirmed: boolean) => {
      asking = undefined
      resolve(isConfirmed)
      // After the dialog has given back the focus.
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
    root.render(
      <QueryClientProvider client={queries()}>
        <Confirmation onEnd={end} />
      </QueryClientProvider>,
    )
  })
  return asking
}
