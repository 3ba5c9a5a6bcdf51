import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { registerWorker } from "./people/notifications/registerWorker.ts"
import { forgetOldDrafts } from "./platform/session/drafts.ts"

// The server cannot know the router's history state, so it is cleared for hydration to match.
const { state } = history
if (state?.usr) history.replaceState({ ...state, usr: null }, "")

/** The worker serves the next page, so it starts once this one has loaded. */
const startWorker = () => void registerWorker()?.catch(() => undefined)
if (import.meta.env.PROD && document.readyState === "complete") startWorker()
else if (import.meta.env.PROD) addEventListener("load", startWorker)

forgetOldDrafts()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    // React recovers, but a mismatch is still a bug.
    { onRecoverableError: (error, { componentStack }) => console.error(error, componentStack) },
  )
})
