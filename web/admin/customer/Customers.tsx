import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { Accounts } from "../../backoffice/staff/UserManagement.tsx"
import { Head } from "../shell/Head.tsx"

/** The customers; a super admin sees the accounts of the staff here as well. */
export function Customers({ user }: { user: User }) {
  return (
    <>
      <Head title={t`Customers`} />
      <Accounts user={user} />
    </>
  )
}
