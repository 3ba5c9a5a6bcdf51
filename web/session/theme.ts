import { keys } from "./keys.ts"

export type Theme = "light" | "dark"

/** The stored choice, else the system's. */
export function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset
  if (theme === "light" || theme === "dark") return theme
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(keys.theme, theme)
  show(theme)
}

/** Chosen in another tab: the same here. */
export function followTheme(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === keys.theme || event.key === null) show(event.newValue)
  }
  window.addEventListener("storage", follow)
  return () => window.removeEventListener("storage", follow)
}

function show(theme: string | null): void {
  const { dataset } = document.documentElement
  if (theme === "light" || theme === "dark") dataset.theme = theme
  else delete dataset.theme
}
