import { countryName } from "#contract/countries.ts"
import type { SalesInvoice } from "#contract/invoicing.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { t } from "#contract/t.ts"
import { Logo } from "../../platform/meta/Logo.tsx"
import { dateOf, money } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { cell, Lines, Sheet } from "./Sheets.tsx"

/** An invoice or a credit note. An invoice is issued when its sale is paid, so it is the receipt as well. */
export function InvoiceSheet({ invoice }: { invoice: SalesInvoice }) {
  const { number, seller, buyer, lines, discount, corrects, tax } = invoice
  const isShort = invoice.paid < invoice.total
  return (
    <Sheet label={corrects ? t`Credit note ${number}` : t`Invoice ${number}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
        <div>
          <p className="font-display text-h2">{corrects ? t`Credit note` : t`Invoice`}</p>
          <p className="tabular font-semibold">{number}</p>
        </div>
        <div className="sheet-sender">
          <Logo on="paper">{null}</Logo>
          <p className="font-semibold">{seller.name}</p>
          <Lines of={[seller.address, seller.tax_number && t`Tax ID: ${seller.tax_number}`]} />
        </div>
      </div>
      <div className="sheet-halves mt-8 grid gap-6">
        <div>
          <p className="text-ink-3 text-meta">{t`Billed to`}</p>
          {buyer ? (
            <Lines of={[buyer.name, ...buyer.address, buyer.country && countryName(buyer.country)]} />
          ) : (
            <p>{t`No longer kept`}</p>
          )}
        </div>
        <dl className="sheet-facts">
          <Fact name={corrects ? t`Date` : t`Invoice date`}>{dateOf(invoice.issued_at)}</Fact>
          {corrects && <Fact name={t`Invoice`}>{corrects}</Fact>}
          <Fact name={invoice.kind === "order" ? t`Order` : t`Payment`}>{invoice.reference}</Fact>
          <Fact name={corrects ? t`Refunded` : t`Paid`}>{dateOf(invoice.issued_at)}</Fact>
          <Fact name={t`Payment method`}>{invoice.payment_method}</Fact>
        </dl>
      </div>
      <table className="mt-8 w-full">
        <thead>
          <tr className="text-ink-3 text-meta">
            <th className={`${cell} font-normal`}>{t`Item`}</th>
            <th className={`${cell} text-end font-normal`}>
              <Trans context="column of an invoice">Quantity</Trans>
            </th>
            {!corrects && <th className={`${cell} text-end font-normal`}>{t`Price`}</th>}
            <th className={`${cell} text-end font-normal`}>{t`Amount`}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, quantity, price, amount }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
            <tr key={at}>
              <td className={`${cell} wrap-anywhere pe-4`}>{name}</td>
              <td className={`${cell} tabular text-end`}>{quantity || "–"}</td>
              {!corrects && <td className={`${cell} tabular ps-4 text-end`}>{money(price)}</td>}
              <td className={`${cell} tabular ps-4 text-end`}>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="sheet-sums mt-4">
        {!corrects && <Amount name={t`Subtotal`}>{money(invoice.subtotal)}</Amount>}
        {discount && <Amount name={t`Discount (${discount.label})`}>{`-${money(discount.amount)}`}</Amount>}
        {invoice.kind === "order" && !corrects && (
          <Amount
            name={invoice.shipping_method === null ? t`Shipping` : sellingTexts.shipping(invoice.shipping_method)}
          >
            {invoice.shipping === 0 ? t`Free` : money(invoice.shipping)}
          </Amount>
        )}
        {tax && !tax.is_included && <Amount name={sellingTexts.added(tax.percent)}>{money(tax.amount)}</Amount>}
        <Amount name={t`Total (USD)`} isStrong>
          {money(invoice.total)}
        </Amount>
        {tax?.is_included && <Amount name={sellingTexts.included(tax.percent)}>{money(tax.amount)}</Amount>}
        {isShort && <Amount name={t`Paid`}>{money(invoice.paid)}</Amount>}
      </dl>
      {seller.footer && (
        <p className="mt-10 whitespace-pre-line border-line border-t pt-4 text-ink-2 text-meta">{seller.footer}</p>
      )}
    </Sheet>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}

function Amount({ name, isStrong = false, children }: { name: string; isStrong?: boolean; children: string }) {
  return (
    <>
      <dt className={isStrong ? "font-semibold" : "text-ink-2"}>{name}</dt>
      <dd className={`tabular text-end ${isStrong ? "font-semibold" : ""}`}>{children}</dd>
    </>
  )
}
