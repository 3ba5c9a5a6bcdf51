import { t } from "#contract/t.ts"
import { shippingTexts } from "#contract/texts.ts"
import { selling } from "../../../platform/meta/shop.ts"
import { priceOf, timeOf } from "../../orders/delivery.ts"

/** Says what shipping costs and how long it takes, in a shop whose owner has changed that. */
export const shippingTerms = () =>
  [
    t`Handling takes ${shippingTexts.handling}.`,
    ...selling().methods.map(
      (method) => `${method.where}: ${method.name}, ${timeOf(method)}, ${priceOf(method.price)}.`,
    ),
  ].join(" ")
