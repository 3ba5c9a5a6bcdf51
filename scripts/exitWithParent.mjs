// start.mjs preloads this into the server, which ends with the launcher, however the launcher ends.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
