import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { Accounts } from "../../backoffice/staff/UserManagement.tsx"
import { Head } from "../shell/Head.tsx"

/** Super admins see the accounts of staff here too. */
export function Customers({ user }: { user: User }) {
  return (
    <>
      <Head title={t`Customers`} />
      <Accounts user={user} />
    </>
  )
}
