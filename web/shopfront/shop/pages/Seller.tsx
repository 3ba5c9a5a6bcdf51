import { type Seller, sellerFacts } from "#contract/seller.ts"
import { t } from "#contract/t.ts"
import type { Chapter } from "./Prose.tsx"

/** Who sells here: the name, the address, and how to reach it. */
export function SellerDetails({ seller }: { seller: Seller }) {
  return (
    <div className="mt-3 grid gap-3 text-ink-2 wrap-anywhere">
      <address className="whitespace-pre-line not-italic">{`${seller.legal_name}\n${seller.address}`}</address>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {sellerFacts(seller).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 max-sm:mt-2">{name}</dt>
            <dd>
              {value === seller.email ? (
                <a className="link" href={`mailto:${value}`}>
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The chapters about the seller, which are on the imprint and at the end of the legal pages that need them. */
export const sellerChapters = {
  seller: (seller: Seller): Chapter => ({
    id: "seller",
    title: t`The seller`,
    text: <SellerDetails seller={seller} />,
  }),
  controller: ({ controller, legal_name, address }: Seller): Chapter => ({
    id: "controller",
    title: t`Who is responsible for your data`,
    text: (
      <>
        <p>{t`The controller of the personal data on this website is:`}</p>
        <p className="whitespace-pre-line wrap-anywhere">{controller ?? `${legal_name}\n${address}`}</p>
      </>
    ),
  }),
  disputes: ({ disputes }: Seller): Chapter[] =>
    disputes === null
      ? []
      : [
          {
            id: "disputes",
            title: t`Disputes`,
            text: <p className="whitespace-pre-line wrap-anywhere">{disputes}</p>,
          },
        ],
}
