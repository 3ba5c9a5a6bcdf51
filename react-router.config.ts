import type { Config } from "@react-router/dev/config"

export default {
  appDirectory: "web",
  buildDirectory: "build",
  ssr: true,
  // The whole list of routes is one small immutable file: asking for parts of it would be a request for each page.
  routeDiscovery: { mode: "initial" },
} satisfies Config
