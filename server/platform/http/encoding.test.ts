import { expect, test } from "vitest"
import { encodingFor } from "./encoding.ts"

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["deflate, zstd", "identity"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000, gzip;q=0", "identity"],
  ["br ; q=0 , gzip ; q=0.5", "gzip"],
  ["gzip;q=0.8, br;q=0.8", "br"],
  ["*", "br"],
  ["*;q=0", "identity"],
])("Accept-Encoding %j is answered with %s", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
})
