import { askOver } from "./askOver.tsx"
import Confirmation from "./Confirmation.tsx"

let asking: Promise<boolean> | undefined

/** Calls that ask at the same time share the dialog. */
export function askConfirmation(): Promise<boolean> {
  asking ??= askOver((end) => <Confirmation onEnd={end} />).finally(() => {
    asking = undefined
  })
  return asking
}
