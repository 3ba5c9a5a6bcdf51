import { t } from "#contract/t.ts"
import { useMe } from "../../../platform/auth/user.ts"
import { privateMeta } from "../../../platform/meta/meta.ts"
import { Guard } from "../../../platform/navigation/Guard.tsx"
import { PageSkeleton } from "../../staff-ui/PageSkeleton.tsx"
import { AllAssignments } from "./AllAssignments.tsx"
import { Own } from "./Own.tsx"

export const meta = () => privateMeta(t`Assignments`)

export default function AssignmentsRoute() {
  return (
    <Guard roles={["admin", "moderator"]} waiting={<Waiting />}>
      <Assignments />
    </Guard>
  )
}

function Assignments() {
  const { user } = useMe()
  if (!user) return <Waiting />
  return user.role === "moderator" ? <Own user={user} /> : <AllAssignments admin={user} />
}

const Waiting = () => (
  <div className="wrap">
    <PageSkeleton />
  </div>
)
