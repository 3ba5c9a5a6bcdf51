import { readFileSync } from "node:fs"
import type { ImageFiles, ThemedImage } from "#contract/catalog.ts"
import type { Language } from "#contract/languages.ts"
import { escapeHtml } from "../http/escapeHtml.ts"
import { icon, plainPage } from "../http/plainPage.ts"
import { translatorTo } from "../languages.ts"
import { formatCents } from "../money.ts"
import { remainder } from "./decimal.ts"
import type { SandboxPurchase } from "./sandboxPurchase.ts"
import type { sandboxInvoices, sandboxPayments } from "./tables.ts"

type Invoice = typeof sandboxInvoices.$inferSelect
type Payment = typeof sandboxPayments.$inferSelect

export const styles = readFileSync(new URL("sandboxPage.css", import.meta.url), "utf8")

const choices = {
  finished: "Pay in full",
  partially_paid: "Pay in part",
  expired: "Expire payment",
  failed: "Fail payment",
}
const choicesForRest = { finished: "Send the rest", expired: "Expire payment", failed: "Fail payment" }

/** The payment page of the sandbox provider, in plain HTML without scripts. */
export function pagesIn(language: Language) {
  const t = translatorTo(language)
  return { pay, unknown }

  function pay(invoice: Invoice, begun: Payment | null, { of, items }: SandboxPurchase): string {
    const isPaid = begun?.paymentStatus === "finished"
    const main = isPaid ? paid(invoice) : begun ? restForm(invoice, begun) : form(invoice)
    return page(
      isPaid ? "Paid" : "Sandbox payment",
      `${steps(of === "membership" ? "Plan" : "Address", isPaid)}
<div${items.length > 0 ? ' class="counter"' : ""}>
${piecesOf(of === "membership" ? items.map((one) => ({ ...one, name: t(one.name) })) : items)}
<section class="card">
${main}
</section>
</div>`,
    )
  }

  function unknown(): string {
    return page(
      "Unknown payment",
      `<section class="card">
<h1>${t("Unknown payment")}</h1>
<p>${t("This invoice doesn't exist in the sandbox.")}</p>
<p><a href="/">${t("Back to the shop")}</a></p>
</section>`,
    )
  }

  /** As on the shop's checkout. */
  function steps(first: string, isPaid: boolean): string {
    const at = isPaid ? 2 : 1
    const over = `<span class="hidden"> ${t("completed")}</span>`
    const items = [first, "Payment", "Done"].map((label, index) => {
      const state = index < at ? ' class="over"' : index === at ? ' aria-current="step"' : ""
      return `<li${state}>${t(label)}${index < at || isPaid ? tick : ""}${index < at ? over : ""}</li>`
    })
    return `<ol class="steps" aria-label="${t("Progress")}">${items.join("")}</ol>`
  }

  /** The first piece large, the others by name. */
  function piecesOf(items: SandboxPurchase["items"]): string {
    if (items.length === 0) return ""
    const picture = items[0]!.picture ? pictureOf(items[0]!.picture) : '<div class="plinth" aria-hidden="true"></div>'
    const lines = items.map(
      ({ name, quantity }) =>
        `<li><span class="name">${escapeHtml(name)}</span>${quantity > 1 ? ` × ${quantity}` : ""}</li>`,
    )
    return `<section class="pieces" aria-label="${t("Your purchase")}">
${picture}
<ul>${lines.join("\n")}</ul>
</section>`
  }

  function paid(invoice: Invoice): string {
    return `${above(invoice)}
<h1>${t("This invoice is paid")}</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
<p><a href="${escapeHtml(invoice.successUrl ?? "/")}">${t("Back to the shop")}</a></p>`
  }

  function restForm(invoice: Invoice, begun: Payment): string {
    const missing = remainder(begun.payAmount, begun.actuallyPaid) ?? begun.payAmount
    const received = `${dollars(begun.actuallyPaid)} of ${dollars(invoice.priceAmount)} received.`
    return `${above(invoice)}
<h1>${t("Sandbox payment")}</h1>
<p class="amount">${t(`${dollars(missing)} missing`)}</p>
<p>${t(received)}</p>
${below(invoice, choicesForRest)}`
  }

  function form(invoice: Invoice): string {
    return `${above(invoice)}
<h1>${t("Sandbox payment")}</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
${below(invoice, choices)}`
  }

  function above({ orderDescription }: Invoice): string {
    return `<p class="meta">${escapeHtml(t(orderDescription ?? "Order"))}</p>`
  }

  function below({ invoiceId }: Invoice, offered: Record<string, string>): string {
    const buttons = Object.entries(offered).map(
      ([outcome, label], index) =>
        `<button name="outcome" value="${outcome}"${index === 0 ? ' class="primary"' : ""}>${t(label)}</button>`,
    )
    return `<p>${t("This is a test: no money is transferred. Choose what the payment provider reports to the shop.")}</p>
<form method="post">${buttons.join("\n")}</form>
<p class="meta">${t(`Invoice ${escapeHtml(invoiceId)}`)}</p>`
  }

  function dollars(amount: string): string {
    return t(`${formatCents(Math.round(Number(amount) * 100))} USD`)
  }

  function page(title: string, main: string): string {
    return plainPage({ language, title: t(title), shopName: "Vitrine", main, styles: ["/sandbox/pay.css"] })
  }
}

const tick = icon(16, 16, '<path d="m2.5 8.5 3.5 3.5 7.5-8"/>')

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
