import { t } from "#contract/t.ts"
import { Moon, Sun } from "../../platform/ui/icons.ts"

/**
 * Both icons are rendered and CSS shows one, because the server does not know the theme. `bootScript` handles the
 * click, so the button works before hydration.
 */
export function ThemeToggle() {
  return (
    <button
      type="button"
      data-theme-switch
      className="needs-js inline-flex size-11 items-center justify-center rounded-full transition-colors duration-120 hover:bg-sunken"
    >
      <span className="if-light contents">
        <Moon aria-hidden size={20} strokeWidth={1.5} />
        <span className="sr-only">{t`Switch to dark theme`}</span>
      </span>
      <span className="if-dark contents">
        <Sun aria-hidden size={20} strokeWidth={1.5} />
        <span className="sr-only">{t`Switch to light theme`}</span>
      </span>
    </button>
  )
}
