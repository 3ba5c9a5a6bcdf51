import { Link } from "react-router"
import { useShop } from "./useShop.ts"

/** One line above every page of the shop, for as long as there is something to say. */
export function Announcement() {
  const { announcement: text, announcement_link: to } = useShop() ?? {}
  return text ? (
    <aside aria-label="Announcement" className="border-line border-b bg-sunken py-2 text-center text-ui">
      <p className="wrap">
        {to ? (
          <Link to={to} className="link">
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
    </aside>
  ) : null
}
