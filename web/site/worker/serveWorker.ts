import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/serveWorker"
import worker from "./worker.ts?script"

/** Replaces the worker in browsers that have it, and then removes itself. */
const removal = `addEventListener("install",()=>skipWaiting());
addEventListener("activate",event=>event.waitUntil(registration.unregister()))
`

/** Serves /sw.js, and /de/sw.js where browsers registered it. They install it again if one byte has changed. */
export function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const script = services.serviceWorker
    ? `globalThis.shop=${JSON.stringify({ name: services.shop().shop_name, offline: services.offlineTexts() })};\n${worker}\n`
    : removal
  return new Response(script, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      // The script also comes from /de/sw.js.
      "service-worker-allowed": "/",
      // The policy limits the worker itself, which only loads pages of this shop.
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    },
  })
}
