import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const createIcon = fileURLToPath(new URL("../web/platform/ui/createIcon.tsx", import.meta.url))
/** The paint that every drawing repeats; `createIcon` and the stylesheet set it for the whole icon. */
const paint = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'
/** These point to a side. Where the lines of a page run to the left, theme.css mirrors them. */
const pointing =
  /^(arrow|chevron)-(left|right)$|^(corner-down-right|layout-list|log-out|panel-left-\w+|send-\w+|undo-2)$/

/**
 * A Vite plugin: `import Check from "~icons/lucide/check"` is the drawing of that name, as a component. The drawings
 * come from the package `@iconify-json/lucide`, in the format IconifyJSON
 * (https://iconify.design/docs/types/iconify-json.html).
 * @returns {import("vite").Plugin}
 */
export function icons() {
  /** @type {Promise<{ icons: Record<string, { body: string }>, aliases?: Record<string, { parent: string }> }> | undefined} */
  let set
  return {
    name: "icons",
    enforce: "pre",
    resolveId: { filter: { id: /^~icons\/lucide\// }, handler: (id) => id },
    // A page gets only the drawings that it uses from the list of all.
    transform: {
      filter: { id: /\/web\/platform\/ui\/icons\.ts$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: false }),
    },
    load: {
      filter: { id: /^~icons\/lucide\// },
      handler: async (id) => {
        set ??= readFile(new URL(import.meta.resolve("@iconify-json/lucide/icons.json")), "utf8").then(JSON.parse)
        const { icons, aliases } = await set
        const name = id.slice("~icons/lucide/".length)
        const body = icons[aliases?.[name]?.parent ?? name]?.body
        if (body === undefined) throw new Error(`Lucide has no icon "${name}".`)
        const inside = body.replaceAll(paint, "").replace(/^<g>(.*)<\/g>$/, "$1")
        const given = [inside, ...(pointing.test(name) ? ["lucide lucide-pointing"] : [])].map((one) =>
          JSON.stringify(one),
        )
        const code = `import createIcon from ${JSON.stringify(createIcon)}\nexport default /* @__PURE__ */ createIcon(${given})`
        return { code, moduleSideEffects: false }
      },
    },
  }
}
