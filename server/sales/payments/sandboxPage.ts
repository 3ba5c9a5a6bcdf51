import { readFileSync } from "node:fs"
import { defaultLook } from "#contract/brand.ts"
import type { ImageFiles, ThemedImage } from "#contract/catalog.ts"
import type { Language } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import type { Shop } from "../../platform/db/shopSetting.ts"
import { escapeHtml } from "../../platform/http/escapeHtml.ts"
import { icon, plainPage } from "../../platform/http/plainPage.ts"
import { said } from "../../platform/languages.ts"
import { formatCents } from "../../platform/money.ts"
import { remainder } from "./decimal.ts"
import type { SandboxPurchase } from "./sandboxPurchase.ts"
import type { sandboxInvoices, sandboxPayments } from "./tables.ts"

type Invoice = typeof sandboxInvoices.$inferSelect
type Payment = typeof sandboxPayments.$inferSelect

export const styles = readFileSync(new URL("sandboxPage.css", import.meta.url), "utf8")

const choices = {
  finished: t`Pay in full`,
  partially_paid: t`Pay in part`,
  expired: t`Expire payment`,
  failed: t`Fail payment`,
}
const choicesForRest = { finished: t`Send the rest`, expired: t`Expire payment`, failed: t`Fail payment` }

/** The payment page of the sandbox provider, in plain HTML without scripts. */
export function pagesIn(language: Language, shop: Pick<Shop, "name" | "look">) {
  return { pay, unknown }

  function pay(invoice: Invoice, begun: Payment | null, { of, items }: SandboxPurchase): string {
    const isPaid = begun?.paymentStatus === "finished"
    const main = isPaid ? paid(invoice) : begun ? restForm(invoice, begun) : form(invoice)
    return page(
      isPaid ? t`Paid` : t`Sandbox payment`,
      `${steps(of === "membership" ? t`Plan` : t`Address`, isPaid)}
<div${items.length > 0 ? ' class="counter"' : ""}>
${piecesOf(items)}
<section class="card">
${main}
</section>
</div>`,
    )
  }

  function unknown(): string {
    return page(
      t`Unknown payment`,
      `<section class="card">
<h1>${t`Unknown payment`}</h1>
<p>${t`This invoice doesn't exist in the sandbox.`}</p>
<p><a href="/">${t`Back to the shop`}</a></p>
</section>`,
    )
  }

  /** Renders the steps as they are on the shop's checkout. */
  function steps(first: string, isPaid: boolean): string {
    const at = isPaid ? 2 : 1
    const over = `<span class="hidden"> ${said("completed")}</span>`
    const items = [first, t`Payment`, t`Done`].map((label, index) => {
      const state = index < at ? ' class="over"' : index === at ? ' aria-current="step"' : ""
      return `<li${state}>${said(label)}${index < at || isPaid ? tick : ""}${index < at ? over : ""}</li>`
    })
    return `<ol class="steps" aria-label="${t`Progress`}">${items.join("")}</ol>`
  }

  /** Shows the first piece large, the others by name. */
  function piecesOf(items: SandboxPurchase["items"]): string {
    if (items.length === 0) return ""
    const picture = items[0]!.picture ? pictureOf(items[0]!.picture) : '<div class="plinth" aria-hidden="true"></div>'
    const lines = items.map(
      ({ name, quantity }) =>
        `<li><span class="name">${escapeHtml(name)}</span>${quantity > 1 ? ` × ${quantity}` : ""}</li>`,
    )
    return `<section class="pieces" aria-label="${t`Your purchase`}">
${picture}
<ul>${lines.join("\n")}</ul>
</section>`
  }

  function paid(invoice: Invoice): string {
    return `${above(invoice)}
<h1>${t`This invoice is paid`}</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
<p><a href="${escapeHtml(invoice.successUrl ?? "/")}">${t`Back to the shop`}</a></p>`
  }

  function restForm(invoice: Invoice, begun: Payment): string {
    const missing = remainder(begun.payAmount, begun.actuallyPaid) ?? begun.payAmount
    const received = t`${dollars(begun.actuallyPaid)} of ${dollars(invoice.priceAmount)} received.`
    return `${above(invoice)}
<h1>${t`Sandbox payment`}</h1>
<p class="amount">${t`${dollars(missing)} missing`}</p>
<p>${received}</p>
${below(invoice, choicesForRest)}`
  }

  function form(invoice: Invoice): string {
    return `${above(invoice)}
<h1>${t`Sandbox payment`}</h1>
<p class="amount">${dollars(invoice.priceAmount)}</p>
${below(invoice, choices)}`
  }

  function above({ orderDescription }: Invoice): string {
    const number = orderDescription?.replace(/^Order /, "")
    return `<p class="meta">${escapeHtml(number ? t`Order ${number}` : t`Order`)}</p>`
  }

  function below({ invoiceId }: Invoice, offered: Record<string, string>): string {
    const buttons = Object.entries(offered).map(
      ([outcome, label], index) =>
        `<button name="outcome" value="${outcome}"${index === 0 ? ' class="primary"' : ""}>${said(label)}</button>`,
    )
    return `<p>${t`This is a test: no money is transferred. Choose what the payment provider reports to the shop.`}</p>
<form method="post">${buttons.join("\n")}</form>
<p class="meta">${t`Invoice ${escapeHtml(invoiceId)}`}</p>`
  }

  function dollars(amount: string): string {
    return `${formatCents(Math.round(Number(amount) * 100))} USD`
  }

  function page(title: string, main: string): string {
    return plainPage({
      language,
      title,
      shopName: shop.name,
      look: shop.look ?? defaultLook,
      main,
      styles: ["/sandbox/pay.css"],
    })
  }
}

const tick = icon(16, 16, '<path d="m2.5 8.5 3.5 3.5 7.5-8"/>')

/** The picture follows the system's theme. */
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
