// The static checks, in the order in which they are quick.
import { node } from "./toolchain.mjs"

const bin = "node_modules/.bin"

export const checks = [
  { name: "biome", run: () => node([`${bin}/biome`, "check"]) },
  {
    name: "types",
    run: async () => (await node([`${bin}/react-router`, "typegen"])) || node([`${bin}/tsc`, "--noEmit"]),
  },
]
