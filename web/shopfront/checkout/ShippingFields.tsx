import { Fragment, type ReactNode } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import { placeFields } from "#contract/addressRules.ts"
import { type CountryCode, countriesByName } from "#contract/countries.ts"
import type { ShippingForm } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"

const sorted = countriesByName()

/** Countries whose largest parts have a name of their own. */
const parts: [label: string, countries: CountryCode[]][] = [
  [
    t({ context: "part of an address", message: "State" }),
    ["US", "PR", "AS", "GU", "MP", "VI", "AU", "BR", "IN", "MX", "MY", "NG", "VE"],
  ],
  [t`Federal state`, ["DE", "AT"]],
  [t`Province`, ["CA", "AR", "BE", "CN", "ES", "ID", "IT", "KR", "NL", "PH", "TH", "TR", "VN", "ZA"]],
  [t`County`, ["GB", "IM", "IE", "HU", "NO", "RO", "SE", "HR", "EE"]],
  [t`Prefecture`, ["JP"]],
  [t`Canton`, ["CH"]],
  [t`Emirate`, ["AE"]],
]
const codes: typeof parts = [
  [t`Zip code`, ["US", "PR", "AS", "GU", "MP", "VI", "PH"]],
  [t`Postcode`, ["GB", "IM", "GG", "JE", "AU", "NZ"]],
  [t`Eircode`, ["IE"]],
  [t`PIN code`, ["IN"]],
]
const labelOf = (labels: typeof parts, country: CountryCode) =>
  labels.find(([, countries]) => countries.includes(country))?.[0]

interface AddressFieldsProps {
  form: UseFormReturn<ShippingForm, unknown, ShippingForm>
  /** Countries that cannot be chosen. One that was chosen earlier stays, and the server explains the refusal. */
  noShipping?: readonly string[]
  /** False where staff correct an address. */
  hasEmail?: boolean
}

interface ShippingFieldsProps extends AddressFieldsProps {
  /** Placed above the fields. */
  choice: ReactNode
  /** Placed below the fields. */
  children: ReactNode
}

export function ShippingFields({ choice, children, ...fields }: ShippingFieldsProps) {
  return (
    <section aria-labelledby="shipping">
      <h2 id="shipping" className="placard pt-3 font-display text-h3">{t`Shipping address`}</h2>
      {choice}
      <p className="mt-1 text-ink-2 text-ui">{t`All fields are required.`}</p>
      <AddressFields {...fields} />
      {children}
    </section>
  )
}

export function AddressFields({ form, noShipping = [], hasEmail = true }: AddressFieldsProps) {
  const { errors } = form.formState
  const country = useWatch({ control: form.control, name: "country" })
  const field = (name: keyof ShippingForm) => ({
    ...form.register(name),
    error: errors[name]?.message,
    "aria-required": true,
  })
  const order = placeFields(country)
  const at = order.indexOf("zipCode")
  /** The field that shares its row with the postal code on a phone. */
  const beside = order[at - 1] === "state" ? "state" : order[at + 1]
  const wide = (name: (typeof order)[number]) => (name === beside || (name === "zipCode" && beside) ? undefined : long)
  // Functions, because the first wrong field in the order of registration gets the focus.
  const place = {
    address: () => (
      <TextField
        label={t`Address`}
        autoComplete="street-address"
        className="min-[22rem]:col-span-2"
        {...field("address")}
      />
    ),
    city: () => (
      <TextField
        label={t`City`}
        autoComplete="address-level2"
        className={order[0] === "address" ? wide("city") : "min-[22rem]:col-span-2"}
        {...field("city")}
      />
    ),
    state: () => (
      <TextField
        label={labelOf(parts, country) ?? t`State or region`}
        autoComplete="address-level1"
        className={wide("state")}
        {...field("state")}
      />
    ),
    zipCode: () => (
      <TextField
        label={labelOf(codes, country) ?? t`Postal code`}
        autoComplete="postal-code"
        className={wide("zipCode")}
        {...field("zipCode")}
      />
    ),
  }
  return (
    <div className="mt-5 grid gap-x-4 gap-y-5 min-[22rem]:grid-cols-2 sm:gap-x-5">
      <TextField label={t`First name`} autoComplete="given-name" {...field("firstName")} />
      <TextField label={t`Last name`} autoComplete="family-name" {...field("lastName")} />
      {hasEmail && (
        <TextField label={t`Email`} type="email" autoComplete="email" className={long} {...field("email")} />
      )}
      <TextField label={t`Phone`} type="tel" autoComplete="tel" className={long} {...field("phone")} />
      {order.map((name) => (
        <Fragment key={name}>{place[name]()}</Fragment>
      ))}
      <SelectField label={t`Country`} autoComplete="country" className={long} {...field("country")}>
        {sorted.map(([code, name]) => (
          <option key={code} value={code} disabled={noShipping.includes(code)}>
            {noShipping.includes(code) ? t`${name} (no shipping)` : name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** Spans the whole row on a phone. */
const long = "min-[22rem]:max-sm:col-span-2"
