import { useMe } from "../../session/account.ts"
import { Guard } from "../../shell/Guard.tsx"
import { privateMeta } from "../../shell/meta.ts"
import { PageSpinner } from "../../ui/states.tsx"
import { Everybody } from "./Everybody.tsx"
import { Own } from "./Own.tsx"

export const meta = () => privateMeta("Assignments")

export default function AssignmentsRoute() {
  return (
    <Guard roles={["admin", "moderator"]}>
      <Assignments />
    </Guard>
  )
}

function Assignments() {
  const { user } = useMe()
  if (!user) return <PageSpinner />
  return user.role === "moderator" ? <Own user={user} /> : <Everybody admin={user} />
}
