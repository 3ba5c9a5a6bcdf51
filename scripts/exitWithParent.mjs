// Preloaded into the server by start.mjs: it ends with the launcher, however the launcher ends.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
