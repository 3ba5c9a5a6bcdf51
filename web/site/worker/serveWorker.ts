import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/serveWorker"
import worker from "./worker.ts?script"

/** Replaces the worker in browsers that have it, and removes itself. */
const removal = `addEventListener("install",()=>skipWaiting());
addEventListener("activate",event=>event.waitUntil(registration.unregister()))
`

/** The script /sw.js, the same at /de/sw.js, where browsers look that have registered it there. A change of one byte makes browsers install it anew; they look for one at every visit. */
export function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const script = services.serviceWorker
    ? `globalThis.shop=${JSON.stringify({ name: services.shop().shop_name, offline: services.offlineTexts() })};\n${worker}\n`
    : removal
  return new Response(script, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      // Also from /de/sw.js.
      "service-worker-allowed": "/",
      // Of what the worker itself may do: load pages of this shop.
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    },
  })
}
