import { readFileSync } from "node:fs"

/** The packages that test and measure the shop, which the files outside of tools/ use. */
const { devDependencies } = JSON.parse(readFileSync("tools/package.json", "utf8"))
const tools = Object.keys(devDependencies)

export default {
  workspaces: {
    ".": {
      entry: [
        "server/main.ts",
        "server/start/lightDrizzle.ts",
        "server/platform/db/reset.ts",
        "server/platform/media/move.ts",
        "server/people/second-factor/unlock.ts",
        "server/backoffice/backup/{backup,restore}.ts",
        "test/{s3Server,skipAll}.ts",
        "scripts/{*.mjs,cluster.ts}",
        "scripts/languages/check.ts",
        "scripts/demo-media/{main,scene}.ts",
        "bench/{main,bare,reportMemory}.ts",
        "bench/parts/*.ts",
        "bench/chat/raw.ts",
        "bench/faults/skew.mjs",
        "web/entry.*.tsx",
        "web/handler.ts",
        "web/platform/ui/createIcon.tsx",
      ],
      project: ["{server,web,contract,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}"],
      ignoreExportsUsedInFile: true,
      // Their packages are in tools/.
      vitest: true,
      playwright: true,
      "dependency-cruiser": true,
      ignoreBinaries: ["taskset", "apt-get", "ffmpeg", "promtool", "mount", "umount"],
      ignoreUnresolved: ["~icons/.+"],
      // The typefaces are resolved by their names. React Router asks for isbot only where there is no server entry.
      ignoreDependencies: ["isbot", "tailwindcss", /^@fontsource/, ...tools],
    },
    "scripts/node": {},
    tools: {
      entry: ["moderation/{train,measure}.ts"],
      project: ["**/*.ts"],
      ignoreDependencies: tools,
    },
  },
}
