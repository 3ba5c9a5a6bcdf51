import { useBlocker } from "react-router"
import { readToken } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"

/** Asks before a page is left on which something was typed and not saved. Whoever has signed out is not held up. */
export function Unsaved({ isDirty }: { isDirty(): boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && readToken() !== null && isDirty(),
  )
  const stay = () => blocker.state === "blocked" && blocker.reset()
  return (
    <Dialog open={blocker.state === "blocked"} onClose={stay} title="Leave without saving?">
      <p className="text-ink-2">What you typed here is not saved yet.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={stay}>
          Stay here
        </Button>
        <Button look="danger" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
