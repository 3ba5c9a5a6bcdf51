import { readFileSync } from "node:fs"
import { remainder } from "./decimal.ts"
import type { sandboxInvoices, sandboxPayments } from "./tables.ts"

type Invoice = typeof sandboxInvoices.$inferSelect
type Payment = typeof sandboxPayments.$inferSelect

export const styles = readFileSync(new URL("sandboxPage.css", import.meta.url), "utf8")

const choices = [
  ["finished", "Pay in full"],
  ["partially_paid", "Pay in part"],
  ["expired", "Expire payment"],
  ["failed", "Fail payment"],
] as const

const choicesForRest = [
  ["finished", "Send the rest"],
  ["expired", "Expire payment"],
  ["failed", "Fail payment"],
] as const

/** The payment page of the sandbox provider, in plain HTML without scripts. */
export function payPage(invoice: Invoice, begun: Payment | null): string {
  if (begun?.paymentStatus === "finished") return page("Paid", paid(invoice))
  return page("Sandbox payment", begun ? restForm(invoice, begun) : form(invoice))
}

export function unknownPage(): string {
  return page("Unknown payment", unknown)
}

function paid(invoice: Invoice): string {
  return `<p class="meta">${asHtml(invoice.orderDescription ?? "Order")}</p>
<h1>This invoice is paid</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
<p><a href="${asHtml(invoice.successUrl ?? "/")}">Back to the shop</a></p>`
}

function restForm(invoice: Invoice, begun: Payment): string {
  const missing = remainder(begun.payAmount, begun.actuallyPaid) ?? begun.payAmount
  return `<p class="meta">${asHtml(invoice.orderDescription ?? "Order")}</p>
<h1>Sandbox payment</h1>
<p class="amount">${dollars(missing)} missing</p>
<p>${dollars(begun.actuallyPaid)} of ${dollars(invoice.priceAmount)} received.</p>
<p>This is a test: no money is transferred. Choose what the payment provider reports to the shop.</p>
<form method="post">${buttonsFor(choicesForRest)}</form>
<p class="meta">Invoice ${asHtml(invoice.invoiceId)}</p>`
}

function buttonsFor(offered: readonly (readonly [string, string])[]): string {
  const buttons = offered.map(
    ([outcome, label], index) =>
      `<button name="outcome" value="${outcome}"${index === 0 ? ' class="primary"' : ""}>${label}</button>`,
  )
  return buttons.join("\n")
}

function form(invoice: Invoice): string {
  return `<p class="meta">${asHtml(invoice.orderDescription ?? "Order")}</p>
<h1>Sandbox payment</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
<p>This is a test: no money is transferred. Choose what the payment provider reports to the shop.</p>
<form method="post">${buttonsFor(choices)}</form>
<p class="meta">Invoice ${asHtml(invoice.invoiceId)}</p>`
}

const unknown = `<h1>Unknown payment</h1>
<p>This invoice doesn't exist in the sandbox.</p>
<p><a href="/">Back to the shop</a></p>`

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="rating" content="adult">
<meta name="color-scheme" content="light dark">
<title>${title} · Vitrine</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/pay.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}

const dollars = (amount: string) =>
  `$${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const asHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
