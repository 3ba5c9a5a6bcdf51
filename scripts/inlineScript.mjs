import { build } from "vite"
import { localize } from "./languages/localize.ts"

const suffix = "?script"

/**
 * A Vite plugin: `import text from "./file.ts?script"` is the file with its imports, bundled and minified into one
 * classic script.
 * @returns {import("vite").Plugin}
 */
export function inlineScript() {
  return {
    name: "inline-script",
    enforce: "pre",
    resolveId: {
      filter: { id: /\?script$/ },
      async handler(source, importer) {
        const found = await this.resolve(source.slice(0, -suffix.length), importer)
        return found && found.id + suffix
      },
    },
    load: {
      filter: { id: /\?script$/ },
      async handler(id) {
        const entry = id.slice(0, -suffix.length)
        this.addWatchFile(entry)
        return `export default ${JSON.stringify(await bundle(entry))}`
      },
    },
  }
}

/** @param {string} entry */
async function bundle(entry) {
  const [result] = /** @type {import("vite").Rolldown.RolldownOutput[]} */ (
    await build({
      configFile: false,
      plugins: [localize()],
      publicDir: false,
      logLevel: "error",
      build: { write: false, target: "es2023", minify: true, lib: { entry, formats: ["iife"], name: "script" } },
    })
  )
  const [chunk] = result?.output ?? []
  if (!chunk) throw new Error(`${entry} made no script`)
  return chunk.code.trim()
}
