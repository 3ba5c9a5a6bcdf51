import { useQuery } from "@tanstack/react-query"
import { t } from "#contract/t.ts"
import { list } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { dateOf, money } from "../../platform/ui/format.ts"

/** Invoices of memberships; renders nothing if there are none. Invoices of orders are on the orders' pages. */
export function MembershipInvoices() {
  const { data } = useQuery({
    queryKey: ["invoices", "membership"],
    queryFn: ({ signal }) => list("GET /invoices", { query: { kind: "membership", limit: 100 }, signal }),
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="invoices" className="mt-10">
      <h3 id="invoices" className="font-display text-h3">{t`Membership invoices`}</h3>
      <ul className="mt-2 border-line border-t">
        {data.items.map(({ number, issued_at, total, credit_notes }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-6 border-line border-b py-2 text-ui">
            <Link to={`/invoice?number=${number}`} className="link inline-flex min-h-11 items-center">
              {number}
            </Link>
            <span className="text-ink-2">{dateOf(issued_at)}</span>
            {credit_notes.map((credit) => (
              <Link key={credit} to={`/invoice?number=${credit}`} className="link inline-flex min-h-11 items-center">
                {t`Credit note ${credit}`}
              </Link>
            ))}
            <span className="tabular ms-auto">{money(total)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
