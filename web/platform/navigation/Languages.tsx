import { useLocation } from "react-router"
import { addressIn, languageNames, languages } from "#contract/languages.ts"
import { language } from "../language.ts"

/** This page in every language. `bootScript` remembers which one is chosen, also before hydration. */
export function Languages({ className }: { className?: string }) {
  const { pathname, search } = useLocation()
  return (
    <ul className={className}>
      {languageNames.map((name) => (
        <li key={name}>
          <a
            data-language
            lang={name}
            hrefLang={name}
            href={addressIn(name, pathname) + search}
            aria-current={name === language ? "true" : undefined}
            className="inline-flex min-h-11 items-center hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {languages[name]}
          </a>
        </li>
      ))}
    </ul>
  )
}
