import { readFileSync } from "node:fs"
import type { ImageFiles, ThemedImage } from "#contract/catalog.ts"
import { escapeHtml } from "../http/escapeHtml.ts"
import { icon, plainPage } from "../http/plainPage.ts"
import { remainder } from "./decimal.ts"
import type { SandboxPurchase } from "./sandboxPurchase.ts"
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
export function payPage(invoice: Invoice, begun: Payment | null, { of, items }: SandboxPurchase): string {
  const isPaid = begun?.paymentStatus === "finished"
  const main = isPaid ? paid(invoice) : begun ? restForm(invoice, begun) : form(invoice)
  return page(
    isPaid ? "Paid" : "Sandbox payment",
    `${steps(of === "membership" ? "Plan" : "Address", isPaid)}
<div class="${items.length > 0 ? "counter" : ""}">
${piecesOf(items)}
<section class="card">
${main}
</section>
</div>`,
  )
}

export function unknownPage(): string {
  return page("Unknown payment", `<section class="card">\n${unknown}\n</section>`)
}

/** As on the shop's checkout. */
function steps(first: string, isPaid: boolean): string {
  const at = isPaid ? 2 : 1
  const items = [first, "Payment", "Done"].map((label, index) => {
    const state = index < at ? ' class="over"' : index === at ? ' aria-current="step"' : ""
    const isOver = index < at || isPaid
    return `<li${state}>${label}${isOver ? tick : ""}${index < at ? '<span class="hidden"> completed</span>' : ""}</li>`
  })
  return `<ol class="steps" aria-label="Progress">${items.join("")}</ol>`
}

const tick = icon(16, 16, '<path d="m2.5 8.5 3.5 3.5 7.5-8"/>')

/** The first piece large, the others by name. */
function piecesOf(items: SandboxPurchase["items"]): string {
  if (items.length === 0) return ""
  const picture = items[0]!.picture ? pictureOf(items[0]!.picture) : '<div class="plinth" aria-hidden="true"></div>'
  const lines = items.map(
    ({ name, quantity }) =>
      `<li><span class="name">${escapeHtml(name)}</span>${quantity > 1 ? ` × ${quantity}` : ""}</li>`,
  )
  return `<section class="pieces" aria-label="Your purchase">
${picture}
<ul>${lines.join("\n")}</ul>
</section>`
}

/** Follows the system's theme. */
function pictureOf(image: ThemedImage): string {
  const { variants, width, height } = image
  const sizes = 'sizes="(width >= 48rem) 36rem, 36vw"'
  const source = ({ variants: { base, widths, formats } }: ImageFiles, media: string) =>
    formats.map((format) => {
      const files = widths.map((one) => `${base}/${one}.${format} ${one}w`).join(", ")
      return `<source ${media} type="image/${format}" ${sizes} srcset="${escapeHtml(files)}">`
    })
  const dark = image.dark ? source(image.dark, 'media="(prefers-color-scheme: dark)"') : []
  const plain = escapeHtml(`${variants.base}/${variants.widths[0]}.${variants.formats.at(-1)}`)
  return `<picture>
${[...dark, ...source(image, "")].join("\n")}
<img src="${plain}" alt="" width="${width}" height="${height}">
</picture>`
}

const note = "<p>This is a test: no money is transferred. Choose what the payment provider reports to the shop.</p>"

function paid(invoice: Invoice): string {
  return `<p class="meta">${escapeHtml(invoice.orderDescription ?? "Order")}</p>
<h1>This invoice is paid</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
<p><a href="${escapeHtml(invoice.successUrl ?? "/")}">Back to the shop</a></p>`
}

function restForm(invoice: Invoice, begun: Payment): string {
  const missing = remainder(begun.payAmount, begun.actuallyPaid) ?? begun.payAmount
  return `<p class="meta">${escapeHtml(invoice.orderDescription ?? "Order")}</p>
<h1>Sandbox payment</h1>
<p class="amount">${dollars(missing)} missing</p>
<p>${dollars(begun.actuallyPaid)} of ${dollars(invoice.priceAmount)} received.</p>
${note}
<form method="post">${buttonsFor(choicesForRest)}</form>
<p class="meta">Invoice ${escapeHtml(invoice.invoiceId)}</p>`
}

function buttonsFor(offered: readonly (readonly [string, string])[]): string {
  const buttons = offered.map(
    ([outcome, label], index) =>
      `<button name="outcome" value="${outcome}"${index === 0 ? ' class="primary"' : ""}>${label}</button>`,
  )
  return buttons.join("\n")
}

function form(invoice: Invoice): string {
  return `<p class="meta">${escapeHtml(invoice.orderDescription ?? "Order")}</p>
<h1>Sandbox payment</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
${note}
<form method="post">${buttonsFor(choices)}</form>
<p class="meta">Invoice ${escapeHtml(invoice.invoiceId)}</p>`
}

const unknown = `<h1>Unknown payment</h1>
<p>This invoice doesn't exist in the sandbox.</p>
<p><a href="/">Back to the shop</a></p>`

function page(title: string, main: string): string {
  return plainPage({ title, shopName: "Vitrine", main, styles: ["/sandbox/pay.css"] })
}

const dollars = (amount: string) =>
  `$${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })} USD`
