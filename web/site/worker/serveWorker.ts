import { roomsFor, systemDisplay } from "#contract/brand.ts"
import type { Services } from "#server/start/services.ts"
import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/serveWorker"
import type { ToldShop } from "./offlinePage.ts"
import worker from "./worker.ts?script"

/** Replaces the worker in browsers that have it, and then removes itself. */
const removal = `addEventListener("install",()=>skipWaiting());
addEventListener("activate",event=>event.waitUntil(registration.unregister()))
`

/** Serves /sw.js, and /de/sw.js where browsers registered it. They install it again if one byte has changed. */
export function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const script = services.serviceWorker
    ? `globalThis.shop=${JSON.stringify(toldShop(services))};\n${worker}\n`
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

function toldShop({ shop, look, offlineTexts }: Services): ToldShop {
  const { icons, colors, faces } = look()
  return {
    name: shop().shop_name,
    icon: icons ? `${icons}/icon-192.png` : "/icon-192.png",
    colors: colors ? colorsOf(roomsFor({ colors })) : usual,
    titles: systemDisplay({ faces }),
    offline: offlineTexts(),
  }
}

const usual: ToldShop["colors"] = {
  canvas: ["#f1f6f4", "#150e14"],
  ink: ["#271826", "#f3ebee"],
  button: ["#6b295b", "#f1f6f4"],
  onButton: ["#fbfdfc", "#150e14"],
}

const colorsOf = ({ light, dark }: ReturnType<typeof roomsFor>): ToldShop["colors"] => ({
  canvas: [light.canvas, dark.canvas],
  ink: [light.ink, dark.ink],
  button: [light.accent, dark.ink],
  onButton: [light["on-primary"], dark["on-primary"]],
})
