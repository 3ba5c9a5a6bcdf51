import { type ResolveFnOutput, registerHooks } from "node:module"

const resolved = new Map<string, ResolveFnOutput>()

// Drizzle is published twice in one package: as ES modules and as CommonJS. Its ES modules form one large cycle of
// `export *`, and linking it takes Node half a second and 200 MB that it never frees. The CommonJS files are the same code
// and take 80 ms and 26 MB. The package's `exports` offer them under the condition `require`, so this hook has Node resolve
// `import … from "drizzle-orm"` as it would resolve `require("drizzle-orm")`. Each specifier is resolved once, because Node
// parses the 180 kB of Drizzle's package.json for every file that imports it, 0.5 ms each; `shortCircuit` is how a hook
// says that it gives an answer of its own, without `next`.
//
// A hook applies only to imports that follow it: `main.ts` imports this file first and everything else dynamically, and
// tests name it in `--import`. Without it the shop is the same, only slower to start and larger.
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
