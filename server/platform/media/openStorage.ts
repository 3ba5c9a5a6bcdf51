import { join } from "node:path"
import type { FastifyBaseLogger } from "fastify"
import type { Settings } from "../settings.ts"
import { createDiskStorage } from "./diskStorage.ts"
import type { Storage } from "./storage.ts"

/** Opens the bucket if one is configured, else the disk. The bucket's client is loaded only if it is used. */
export async function openStorage(
  settings: Pick<Settings, "s3" | "dataDir">,
  log: FastifyBaseLogger,
): Promise<Storage> {
  if (!settings.s3) return createDiskStorage(join(settings.dataDir, "media"))
  const { createS3Storage } = await import("./s3Storage.ts")
  return createS3Storage(settings.s3, log)
}
