import { readFileSync } from "node:fs"
import type { sandboxInvoices } from "./tables.ts"

export const styles = readFileSync(new URL("sandboxPage.css", import.meta.url), "utf8")

const choices = [
  ["finished", "Pay in full"],
  ["partially_paid", "Pay a part only"],
  ["expired", "Let it expire"],
  ["failed", "Let it fail"],
] as const

/** The page that stands in for the provider's. Plain HTML: it works without scripts, as the real one is not ours either. */
export function payPage(invoice: typeof sandboxInvoices.$inferSelect | null): string {
  return invoice ? page("Sandbox payment", form(invoice)) : page("Unknown payment", unknown)
}

function form(invoice: typeof sandboxInvoices.$inferSelect): string {
  const buttons = choices.map(
    ([outcome, label], index) =>
      `<button name="outcome" value="${outcome}"${index === 0 ? ' class="primary"' : ""}>${label}</button>`,
  )
  return `<p class="meta">${asHtml(invoice.orderDescription ?? "Order")}</p>
<h1>Sandbox payment</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
<p>No money moves here. Choose what the payment provider should report to the shop.</p>
<form method="post">${buttons.join("\n")}</form>
<p class="meta">Invoice ${asHtml(invoice.invoiceId)}</p>`
}

const unknown = `<h1>Unknown payment</h1>
<p>There is no such invoice in the sandbox.</p>
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

const dollars = (amount: string) => `$${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 })}`
const asHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
