import { defineConfig } from "vitest/config"
import { inlineScript } from "./scripts/inlineScript.mjs"

/** Files of one process share what they load: nothing of the server stands outside its shop, so there is nothing to keep apart. */
const together = { isolate: false }

const shared = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  execArgv: ["--import", "./server/lightDrizzle.ts"],
  globals: false,
}

/**
 * The server's tests run twice: on the embedded database, and on PostgreSQL, where the races are tried too. Those of
 * files also run with a bucket instead of the disk.
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
          name: "embedded",
          include: ["server/**/*.test.ts", "contract/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.race.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...together,
          name: "postgres",
          include: ["server/**/*.test.ts"],
          // What says the same on both: it has no database, or is about files, sockets, raw requests and who may call
          // what, or about what the features do with full tables.
          exclude: [
            "server/backup/**",
            "server/bus/{memory,redis}.test.ts",
            "server/db/start.test.ts",
            "server/accounts/timing.test.ts",
            "server/http/{address,owners,roles}.test.ts",
            "server/media/**",
            "server/moderation/adults.test.ts",
            "server/privacy/{fields,logs}.test.ts",
            "server/moderation/{engine/{matcher,moderate},minors/findMinors,words/fold}.test.ts",
            "server/sockets/sockets.test.ts",
            "server/storedScript.test.ts",
          ],
          env: { TEST_DATABASE: "postgres" },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...together,
          name: "bucket",
          include: [
            "server/{media/media,chat/files,videos/videos,slideshow/slideshow,catalog/images,review-queue/evidence}.test.ts",
          ],
          env: { TEST_STORAGE: "bucket" },
        },
      },
      {
        extends: true,
        test: { ...shared, name: "faults", include: ["bench/faults/**/*.test.ts"], testTimeout: 240_000 },
      },
      {
        extends: true,
        plugins: [inlineScript()],
        test: { ...shared, name: "web", include: ["web/**/*.test.ts", "web/**/*.test.tsx"] },
      },
    ],
  },
})
