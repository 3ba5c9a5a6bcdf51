import type { Config } from "@react-router/dev/config"

const language = process.env.VITE_LANGUAGE

export default {
  appDirectory: "web",
  // English, and beside it a build for each other language.
  buildDirectory: language ? `build/${language}` : "build",
  basename: language ? `/${language}` : "/",
  ssr: true,
  // The whole list of routes is one small immutable file: asking for parts of it would be a request for each page.
  routeDiscovery: { mode: "initial" },
} satisfies Config
