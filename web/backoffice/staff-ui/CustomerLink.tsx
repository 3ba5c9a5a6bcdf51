import { Link } from "../../platform/router.ts"

interface CustomerLinkProps {
  /** Null without an account, or if it was deleted. */
  id: number | null
  children: string
}

/** A customer's name or address, which links to their page. */
export function CustomerLink({ id, children }: CustomerLinkProps) {
  if (id === null) return <span className="wrap-anywhere">{children}</span>
  return (
    <Link to={`/admin/customer/${id}`} className="link wrap-anywhere inline-flex min-h-9 items-center">
      {children}
    </Link>
  )
}
