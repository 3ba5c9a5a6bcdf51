import "./lightDrizzle.ts"

// Imported only now, so that everything the shop loads is resolved by the hook above.
await import("./serve.ts")
