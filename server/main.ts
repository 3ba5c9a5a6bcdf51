import "./start/lightDrizzle.ts"

// A dynamic import, so that everything the shop loads is resolved by the hook above.
await import("./start/serve.ts")
