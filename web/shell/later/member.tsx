import { useLocation } from "react-router"
import { Guard } from "../Guard.tsx"
import { privateMeta } from "../meta.ts"
import { Later, type Way } from "./Later.tsx"

interface Room {
  under: string
  title: string
  text: string
  ways: Way[]
}

const models = { to: "/models", label: "Browse models" }

const rooms: Room[] = [
  {
    under: "/vip-content",
    title: "VIP Content",
    text: "The film room for VIP and VVIP members. It opens with the next release.",
    ways: [models, { to: "/upgrade", label: "See memberships" }],
  },
]

export const meta = () => privateMeta("Members")

export default function MemberRoom() {
  const { pathname } = useLocation()
  const room = rooms.find(({ under }) => pathname.toLowerCase().startsWith(under))!
  return (
    <Guard roles={["user"]}>
      <Later title={room.title} ways={room.ways}>
        {room.text}
      </Later>
    </Guard>
  )
}
