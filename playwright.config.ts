import { defineConfig, type Project } from "@playwright/test"
import { findChromium } from "./scripts/chromium.mjs"

/** Features and specs, separated by commas, whose journeys begin before the others; set by `npm test`. */
const names = (process.env.FIRST_SPECS ?? "").split(",").filter(Boolean)
/** A spec has its feature in the singular or the plural. */
const first = names.length > 0 ? new RegExp(`/e2e/[^/]*(${names.map(stem).join("|")})[^/]*\\.spec\\.ts$`) : null

/** Journeys in Chromium against the built shop; `e2e/template.ts` opens one for each worker. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/template.ts",
  outputDir: "test-results",
  // One more than the usual two cores: a journey also waits, for a timer or an animation.
  workers: 3,
  fullyParallel: true,
  // No second try: a test that passes only then has found something.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // As long as the slowest machine needs: what is met goes on at once.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/results.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    locale: "en-US",
    timezoneId: "UTC",
    // A trace watches everything all the time, and a fifth of the time goes into it: `--trace retain-on-failure` keeps one.
    trace: "off",
    screenshot: "only-on-failure",
    // The tests answer for the server (`page.route`), which a worker would go around; those of the worker allow it.
    serviceWorkers: "block",
  },
  projects: [...(first ? widths({ testMatch: first }, ", first") : []), ...widths({ testIgnore: first ?? [] })],
})

/** What is the same at every width is tried at one, which its tag names. */
function widths(files: Pick<Project, "testMatch" | "testIgnore">, suffix = ""): Project[] {
  return [
    {
      ...files,
      name: `mobile${suffix}`,
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      ...files,
      name: `desktop${suffix}`,
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ]
}

function stem(name: string): string {
  return name.replace(/s$/, "")
}
