import { Moon, Sun } from "lucide-react"
import { useEffect } from "react"
import { chooseTheme, followTheme, shownTheme } from "../session/theme.ts"

/** Both faces are in the page and CSS shows the right one: the server does not know the theme, and nothing may flash. */
export function ThemeToggle() {
  useEffect(() => followTheme(), [])
  return (
    <button
      type="button"
      onClick={() => chooseTheme(shownTheme() === "dark" ? "light" : "dark")}
      className="needs-js inline-flex size-11 items-center justify-center rounded-full transition-colors duration-120 hover:bg-sunken"
    >
      <span className="if-light contents">
        <Moon aria-hidden size={20} strokeWidth={1.5} />
        <span className="sr-only">Switch to dark theme</span>
      </span>
      <span className="if-dark contents">
        <Sun aria-hidden size={20} strokeWidth={1.5} />
        <span className="sr-only">Switch to light theme</span>
      </span>
    </button>
  )
}
