import type { ReactNode } from "react"
import type { User } from "#contract/accounts.ts"
import type { Customer } from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { nameOf } from "../../backoffice/staff-ui/levels.ts"
import { Link } from "../../platform/router.ts"
import { EmailText } from "../../platform/ui/EmailText.tsx"
import { dateOf, dateTimeOf, money } from "../../platform/ui/format.ts"
import { Skeleton, Tag } from "../../platform/ui/states.tsx"
import { AcceptedVersion } from "../parts/AcceptedVersion.tsx"
import { Account } from "./Account.tsx"
import { Tags } from "./Tags.tsx"

interface CustomerHeadProps {
  id: number
  /** Undefined while loading. */
  customer: Customer | undefined
  user: User
}

/** Names the customer, and shows the state of the account and its tags. */
export function CustomerHead({ customer, user }: CustomerHeadProps) {
  if (!customer) return <Skeleton className="h-24 w-full" />
  const { email, membership_expires_at: until } = customer
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
        <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center">
          <EmailText>{email}</EmailText>
        </a>
        <Tag tone={customer.vip ? "gilt" : "neutral"}>{nameOf[customer.membership_level]}</Tag>
        {customer.suspended && <Tag tone="danger">{t`Suspended`}</Tag>}
        {!customer.is_active && <Tag tone="danger">{t`Inactive`}</Tag>}
        {!customer.email_verified && <Tag tone="warn">{t`Email not confirmed`}</Tag>}
        {customer.pending_email && <Tag tone="warn">{t`Changes to ${customer.pending_email}`}</Tag>}
        {customer.second_factor && <Tag tone="success">{t`Two-step verification`}</Tag>}
        {user.admin_type === "super_admin" && (
          <Link
            to={`/staff-dashboard?${new URLSearchParams({ tab: "user-management", q: email })}`}
            className="link inline-flex min-h-11 items-center md:ms-auto"
          >{t`Manage account`}</Link>
        )}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-4 border-line border-y py-3 text-ui lg:grid-cols-4">
        <Fact name={t`Customer since`}>{dateOf(customer.created_at)}</Fact>
        <Fact name={t`Last seen`}>{customer.last_seen_at ? dateTimeOf(customer.last_seen_at) : t`Never`}</Fact>
        <Fact name={t`Orders`}>{customer.orders_count}</Fact>
        {customer.lifetime_spend !== null && <Fact name={t`Lifetime spend`}>{money(customer.lifetime_spend)}</Fact>}
        <Fact name={t`Terms accepted`}>
          <AcceptedVersion of="terms" version={customer.terms_version} />
        </Fact>
        <Fact name={t`Privacy policy accepted`}>
          <AcceptedVersion of="privacy" version={customer.privacy_version} />
        </Fact>
        {until && <Fact name={t`Membership until`}>{dateOf(until)}</Fact>}
      </dl>
      <Tags customer={customer} />
      {user.admin_type === "super_admin" && <Account customer={customer} />}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-meta">{name}</dt>
      <dd className="tabular font-semibold">{children}</dd>
    </div>
  )
}
