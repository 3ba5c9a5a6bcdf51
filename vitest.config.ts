import { defineConfig } from "vitest/config"
import { icons } from "./scripts/icons.mjs"
import { inlineScript } from "./scripts/inlineScript.mjs"
import { hasPostgres } from "./test/postgres.ts"

/** Files of one process share what they load: nothing of the server stands outside its shop, so there is nothing to keep apart. */
const together = { isolate: false }

const shared = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  execArgv: ["--import", "./server/start/lightDrizzle.ts"],
  globals: false,
}

const races = "server/**/*.race.test.ts"
/** These start the embedded database themselves, whatever database the others have. */
const ofEmbedded = ["server/backoffice/backup/**/*.test.ts", "server/platform/db/{start,embedded}.test.ts"]
const last = "server/platform/db/statements.test.ts"

/**
 * The server's tests run on PostgreSQL where it is installed, else on the embedded database. CONTRIBUTING.md says what
 * runs on the embedded database as well, and why. Tests of files also run with a bucket instead of the disk.
 */
export default defineConfig({
  test: {
    globalSetup: ["test/services.global.ts"],
    // One more than the usual two cores: many wait, for a server that is killed or a connection that is lost.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          ...together,
          name: "server",
          include: ["server/**/*.test.ts", "contract/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [...ofEmbedded, last, ...(hasPostgres ? [] : [races])],
          env: hasPostgres ? { TEST_DATABASE: "postgres" } : {},
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...together,
          name: "embedded",
          include: hasPostgres
            ? [...ofEmbedded, "server/{start/app,start/hostile,start/metrics}.test.ts", "server/platform/db/*.test.ts"]
            : ofEmbedded,
          exclude: [races, last],
        },
      },
      {
        extends: true,
        // After the others: it runs the statements that they have run on PostgreSQL.
        test: { ...shared, name: "statements", include: [last], sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        // The races need PostgreSQL: where it is not installed they are shown as skipped.
        test: { ...shared, name: "races", include: hasPostgres ? [] : [races], runner: "./test/skipAll.ts" },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...together,
          name: "bucket",
          include: [
            "server/{platform/media/media,conversation/chat/files,shopfront/videos/videos,shopfront/slideshow/slideshow,shopfront/catalog/images,backoffice/review-queue/evidence}.test.ts",
          ],
          env: { TEST_STORAGE: "bucket" },
        },
      },
      {
        extends: true,
        // Its pages run the chat of web/, without a browser.
        plugins: [icons()],
        test: { ...shared, name: "faults", include: ["bench/faults/**/*.test.ts"], testTimeout: 240_000 },
      },
      {
        extends: true,
        plugins: [icons(), inlineScript()],
        test: { ...shared, name: "web", include: ["web/**/*.test.ts", "web/**/*.test.tsx"] },
      },
    ],
  },
})
