import { useMe } from "../../auth/user.ts"
import { privateMeta } from "../../meta/meta.ts"
import { Guard } from "../../navigation/Guard.tsx"
import { PageSpinner } from "../../ui/states.tsx"
import { AllAssignments } from "./AllAssignments.tsx"
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
  return user.role === "moderator" ? <Own user={user} /> : <AllAssignments admin={user} />
}
