import { keys } from "./keys.ts"

export type Theme = "light" | "dark"

/** The stored theme, or else the system's. */
export function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset
  if (theme === "light" || theme === "dark") return theme
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
}

/** Does what the header's button does in `bootScript`, which also updates other tabs. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(keys.theme, theme)
  document.documentElement.dataset.theme = theme
}
