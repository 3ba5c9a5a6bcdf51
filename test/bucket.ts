import { inject } from "vitest"
import { aBucket } from "./s3.ts"

/** Creates a bucket on the server of the whole run. Returns the settings of a shop that uses it. */
export const testBucket = () => aBucket({ url: inject("s3Url"), directory: inject("s3Directory") })
