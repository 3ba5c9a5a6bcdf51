import { registerHooks } from "node:module"

// Drizzle's ES modules form one large cycle of `export *`: linking it takes Node half a second and 200 MB that it never
// frees. The CommonJS build in the same package is the same code: 80 ms and 26 MB.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, isDrizzle(specifier) ? { ...context, conditions: ["node", "require"] } : context),
})

function isDrizzle(specifier: string): boolean {
  return specifier === "drizzle-orm" || specifier.startsWith("drizzle-orm/")
}
