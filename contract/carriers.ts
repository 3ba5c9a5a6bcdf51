import * as z from "zod"
import { carrierLimits } from "./adminLimits.ts"
import { Id, line, text } from "./common.ts"
import { carrierTexts } from "./panelText.ts"
import { t } from "./t.ts"

/** The forms of carriers' tracking numbers, without spaces and hyphens, with their descriptions. */
export const numberFormats = {
  ups: { name: "UPS", form: /^(1Z[0-9A-Z]{16}|T\d{10}|\d{9}|\d{12})$/, said: t`1Z and 16 letters or digits` },
  fedex: { name: "FedEx", form: /^(\d{12}|\d{15}|\d{20}|\d{22})$/, said: t`12, 15, 20 or 22 digits` },
  usps: {
    name: "USPS",
    form: /^(\d{20}|\d{22}|\d{26}|\d{30}|[A-Z]{2}\d{9}US)$/,
    said: t`20, 22, 26 or 30 digits, or two letters, 9 digits and US`,
  },
  dhl_express: { name: "DHL Express", form: /^(\d{10}|[A-Z]{3,4}\d{7,})$/, said: t`10 digits` },
  /** The UPU standard S10, which most postal services use. */
  postal: { name: t`Postal services`, form: /^[A-Z]{2}\d{9}[A-Z]{2}$/, said: t`two letters, 9 digits and two letters` },
} as const
export type NumberFormat = keyof typeof numberFormats
export const numberFormatNames = Object.keys(numberFormats) as [NumberFormat, ...NumberFormat[]]

const bare = (number: string) => number.replace(/[\s-]/g, "").toUpperCase()

/** Returns what is wrong with a tracking number of this carrier; undefined if no fault is known. */
export function numberFault(carrier: { name: string; number_format: string | null }, number: string) {
  const format = numberFormats[carrier.number_format as NumberFormat]
  return format && !format.form.test(bare(number)) ? carrierTexts.odd(carrier.name, format.said) : undefined
}

/** Returns the carrier's page with the state of the parcel. */
export const trackingUrl = (template: string, number: string) =>
  template.replace("{number}", encodeURIComponent(number.replace(/\s/g, "")))

const placeholder = /\{number\}/g
function isTemplate(given: string): boolean {
  if (given.match(placeholder)?.length !== 1) return false
  const url = URL.parse(given.replace(placeholder, "1"))
  // The number must not be able to choose the site.
  const plain = URL.parse(given.replace(placeholder, "2"))
  return url?.protocol === "https:" && !url.username && !url.password && url.host === plain?.host
}

export const CarrierForm = z.object({
  name: line(carrierLimits.name, carrierTexts.nameRequired),
  tracking_url: text(carrierTexts.urlRequired)
    .trim()
    .min(1, carrierTexts.urlRequired)
    .max(carrierLimits.url)
    .refine(isTemplate, carrierTexts.urlInvalid),
  number_format: z.enum(numberFormatNames).nullable().default(null),
  is_active: z.boolean().default(true),
})
export type CarrierForm = z.infer<typeof CarrierForm>

export const Carrier = z.object({
  id: Id,
  name: z.string(),
  tracking_url: z.string(),
  number_format: z.enum(numberFormatNames).nullable(),
  is_active: z.boolean(),
})
export type Carrier = z.infer<typeof Carrier>

/** A carrier by its name, in upper or lower case. */
export const CarrierName = text().trim().max(carrierLimits.name)
