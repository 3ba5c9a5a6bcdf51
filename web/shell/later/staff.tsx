import { useLocation } from "react-router"
import type { Role } from "#contract/accounts.ts"
import { Guard } from "../Guard.tsx"
import { privateMeta } from "../meta.ts"
import { Later } from "./Later.tsx"

interface Desk {
  under: string
  title: string
  roles: readonly Role[]
  text: string
}

/** The longest address first: the first that fits is the desk. */
const desks: Desk[] = [
  {
    under: "/admin",
    title: "Admin panel",
    roles: ["admin"],
    text: "Models, films, the slideshow, payments and flagged messages will be managed here.",
  },
]

export const meta = () => privateMeta("Staff")

export default function StaffDesk() {
  const { pathname } = useLocation()
  const desk = desks.find(({ under }) => pathname.toLowerCase().startsWith(under))!
  return (
    <Guard roles={desk.roles}>
      <Later
        title={desk.title}
        ways={[
          { to: "/models", label: "Browse models" },
          { to: "/contact", label: "Contact Us" },
        ]}
      >
        {desk.text} This desk opens with the next release; until then the shop is yours to look at.
      </Later>
    </Guard>
  )
}
