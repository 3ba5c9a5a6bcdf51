import { type ResolveFnOutput, registerHooks } from "node:module"

const resolved = new Map<string, ResolveFnOutput>()

// Drizzle's ES modules form one large cycle of `export *`: linking it takes Node half a second and 200 MB that it never
// frees. The CommonJS build in the same package is the same code: 80 ms and 26 MB. Each specifier is resolved once,
// because Node parses the 180 kB of Drizzle's package.json for every file that imports it, 0.5 ms each.
registerHooks({
  resolve: (specifier, context, next) => {
    if (!isDrizzle(specifier)) return next(specifier, context)
    const known = resolved.get(specifier)
    if (known) return known
    const found = next(specifier, { ...context, conditions: ["node", "require"] })
    resolved.set(specifier, { ...found, shortCircuit: true })
    return found
  },
})

function isDrizzle(specifier: string): boolean {
  return specifier === "drizzle-orm" || specifier.startsWith("drizzle-orm/")
}
