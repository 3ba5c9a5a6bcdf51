import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Plugin } from "vite"
import packages from "./package.json" with { type: "json" }
import config from "./react-router.config.ts"
import { displayFont } from "./scripts/displayFont.mjs"
import { icons } from "./scripts/icons.mjs"
import { inlineScript } from "./scripts/inlineScript.mjs"
import { localize } from "./scripts/languages/localize.ts"

/** Few files instead of thirty: what every public page needs travels together, and compresses better so. */
const chunks = [
  {
    name: "vendor",
    priority: 3,
    // Endless lists are the staff's and the chat's.
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\/(?!.*[iI]nfiniteQuery(Observer)?\.js)/,
  },
  {
    // The frame around every page, with the cart behind its badge.
    name: "shell",
    test: /\/web\/(?!admin\/)\w+\/(shell\/(?!AccountSync|isOnScreen|followShop|newTerms|Announcement|Staff|CheckoutLayout)|cart\/(CartHost|cart|drawer|lines|guestCart|accountCart)\.|ui\/(Menu|Honeypot)\.)|icons\/lucide\/(message-circle|user-round|heart|star|play|minus|plus)$/,
    priority: 2,
  },
  {
    // What a model's page shares with one other page each, and the card.
    name: "product",
    test: /\/web\/(?!admin\/)\w+\/(shop\/(Report|ReviewText|share|recent|stock|card|Rating|ModelCard|FavoriteButton|StickyBar|categories)\.|cart\/Stepper|orders\/delivery\.|ui\/Day|session\/theme)|contract\/modelFacts|icons\/lucide\/share-2$/,
    priority: 2,
  },
  {
    // What pages of the account and of staff share, and public ones need later or never.
    name: "signedIn",
    test: /\/web\/(?!admin\/)\w+\/(ui\/(Back|CheckField|Dialog|PictureViewer|Thumb|copy|save|useNarrow)|api\/(files|PrivatePicture|upload)|session\/frames|navigation\/Guard|meta\/useTitle)\.|icons\/lucide\/(?!chevron|x$|search|sliders)/,
    minShareCount: 8,
    priority: 2,
  },
  {
    name: "shared",
    test: /(\/web\/(?!admin\/)\w+\/(ui\/(?!zod|Confirm|Alert|PictureViewer)|session\/|api\/(?!files|PrivatePicture|upload)|auth\/(?!Paused)|navigation\/(?!Guard)|meta\/|shell\/)|\/contract\/texts|~icons)/,
    minShareCount: 8,
    priority: 1,
  },
]

/** Of the packages that browsers get, written once: the builds of the other languages have the same ones. */
const licenses = "licenses.txt"
const license = process.env.VITE_LANGUAGE ? false : { fileName: licenses }

export default defineConfig({
  publicDir: "web/public",
  plugins: [
    localize(),
    displayFont(),
    icons(),
    inlineScript(),
    tailwindcss(),
    reactRouter(),
    moreLicenses(),
    precompress(),
  ],
  build: {
    assetsInlineLimit: 0,
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // scripts/pages.mjs has emptied it. The English build would delete what those of other languages have written.
    emptyOutDir: false,
  },
  environments: {
    client: {
      build: {
        license,
        rolldownOptions: { output: { codeSplitting: { groups: chunks } }, checks: { pluginTimings: false } },
      },
    },
    ssr: { build: { rolldownOptions: { input: "web/handler.ts", checks: { pluginTimings: false } } } },
  },
  server: { middlewareMode: true },
})

const typefaces = Object.keys(packages.dependencies).filter((name) => name.startsWith("@fontsource"))
/** Packages of which browsers get something that Vite does not list: styles, drawings and fonts that are no modules. */
const unlisted = {
  tailwindcss: "node_modules/tailwindcss/LICENSE",
  // The package holds no copy of it.
  "@iconify-json/lucide": "scripts/lucide.LICENSE",
  ...Object.fromEntries(typefaces.map((name) => [name, `node_modules/${name}/LICENSE`])),
}

/** Adds them to Vite's list of the packages in scripts. */
function moreLicenses(): Plugin {
  return {
    name: "more-licenses",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle: {
      order: "post",
      handler: async (_options, bundle) => {
        const list = bundle[licenses]
        if (list?.type !== "asset") return
        const read = (path: string) => readFile(join(import.meta.dirname, path), "utf8")
        for (const [name, path] of Object.entries(unlisted)) {
          const { version, license: id } = JSON.parse(await read(`node_modules/${name}/package.json`))
          list.source += `\n## ${name} - ${version} (${id})\n\n${await read(path)}`
        }
      },
    },
  }
}

/**
 * Shortens the router's list of all pages, which every page loads: it leaves out what is false, and the files that pages
 * of staff import. Their modules name these again, so a link to such a page loads them one step later.
 */
function shortened(list: string): string {
  const [start, end] = [list.indexOf("{"), list.lastIndexOf("}") + 1]
  if (end === 0) return list
  const short = JSON.parse(list.slice(start, end), (_, value) => (value === false ? undefined : value))
  for (const [id, route] of Object.entries<{ imports?: string[] }>(short.routes)) {
    if (/^(admin|backoffice)\//.test(id)) delete route.imports
  }
  return list.slice(0, start) + JSON.stringify(short) + list.slice(end)
}

/** Writes a .br and a .gz beside every text file of the client build, so that the server never compresses a file. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    // The router writes its list of routes into the client build while the server's is made, so this comes last.
    closeBundle: {
      order: "post",
      sequential: true,
      handler: async () => {
        const root = join(import.meta.dirname, config.buildDirectory, "client")
        const names = await readdir(root, { recursive: true })
        for (const name of names.filter((one) => /manifest-\w+\.js$/.test(one))) {
          const list = join(root, name)
          await writeFile(list, shortened(await readFile(list, "utf8")))
        }
        for (const name of names) {
          if (!/\.(js|css|svg|json|webmanifest|txt)$/.test(name)) continue
          const bytes = await readFile(join(root, name))
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
          await writeFile(join(root, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
          await writeFile(join(root, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
        }
      },
    },
  }
}
