import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { registerWorker } from "./people/notifications/registerWorker.ts"
import { forgetOldDrafts } from "./platform/session/drafts.ts"

// Clears the router's history state, which the server cannot know, so that hydration matches.
const { state } = history
if (state?.usr) history.replaceState({ ...state, usr: null }, "")

/** Not before the page is there: the worker is for the next one. */
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
    // React recovers, but a hydration mismatch is still a bug.
    { onRecoverableError: (error, { componentStack }) => console.error(error, componentStack) },
  )
})
