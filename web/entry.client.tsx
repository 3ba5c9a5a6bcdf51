import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"

// Clears the router's history state, which the server cannot know, so that hydration matches.
const { state } = history
if (state?.usr) history.replaceState({ ...state, usr: null }, "")

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
