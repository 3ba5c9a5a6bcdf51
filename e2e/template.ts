import { rmSync } from "node:fs"
import { openSite } from "./site.ts"

/** Opens a shop once before all journeys: each worker's begins as a copy of it, which takes a third of the time. */
export default async function openTemplate(): Promise<() => void> {
  const { dataDir, close } = await openSite({ keep: true })
  await close()
  process.env.SHOP_TEMPLATE = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
