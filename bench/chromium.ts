import { execFileSync } from "node:child_process"

export const chromiumArgs = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** Returns CHROME_PATH, or the chromium on PATH. */
export function chromiumPath(): string {
  return (
    process.env.CHROME_PATH ||
    execFileSync("sh", ["-c", "command -v chromium || command -v google-chrome"], { encoding: "utf8" }).trim()
  )
}
