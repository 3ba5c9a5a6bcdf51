import { defineConfig } from "vitest/config"

/** Files of one process share what they load: nothing of the server stands outside its shop, so there is nothing to keep apart. */
const together = { isolate: false }

const shared = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: "forks" as const,
  execArgv: ["--import", "./server/lightDrizzle.ts"],
  globals: false,
  // As in playwright.config.ts: a second try where machines are shared; what only passes then says so in its line.
  retry: process.env.CI ? 1 : 0,
}

/** The server's tests run twice: on the embedded database, and on PostgreSQL, where the races are tried too. */
export default defineConfig({
  test: {
    globalSetup: ["test/services.global.ts"],
    maxWorkers: 2,
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
          // No database at all, and twenty seconds of waiting for a Redis that is gone.
          exclude: ["server/bus/{memory,redis}.test.ts"],
          env: { TEST_DATABASE: "postgres" },
        },
      },
      {
        extends: true,
        test: { ...shared, name: "faults", include: ["bench/faults/**/*.test.ts"], testTimeout: 240_000 },
      },
      { extends: true, test: { ...shared, name: "web", include: ["web/**/*.test.ts", "web/**/*.test.tsx"] } },
    ],
  },
})
