import type { MetaDescriptor } from "react-router"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { inLanguage } from "../../platform/language.ts"
import { addressMeta } from "../../platform/meta/meta.ts"
import { titled } from "../../platform/meta/shop.ts"
import { preview } from "../../platform/ui/format.ts"
import { categoryNames } from "./categories.ts"

/** The router escapes the values. */
export function modelMeta(doll: Doll, origin: string): MetaDescriptor[] {
  const path = `/model/${doll.id}`
  const address = origin + inLanguage(path)
  const description = preview(doll.description, 155)
  const pictures = doll.images.map((image) => origin + widest(image))
  return [
    { title: titled(doll.name) },
    { name: "description", content: description },
    ...addressMeta(origin, path),
    { property: "og:title", content: titled(doll.name) },
    { property: "og:description", content: description },
    { property: "og:type", content: "product" },
    ...(pictures[0] ? [{ property: "og:image", content: pictures[0] }] : []),
    { "script:ld+json": productOf(doll, address, pictures) },
    { "script:ld+json": breadcrumbOf(doll, origin) },
  ]
}

function productOf(doll: Doll, address: string, image: string[]) {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: doll.name,
    description: doll.description,
    sku: String(doll.id),
    url: address,
    image,
    category: categoryNames[doll.doll_category],
    ...(doll.doll_material ? { material: doll.doll_material } : {}),
    offers: {
      "@type": "Offer",
      url: address,
      price: doll.price.toFixed(2),
      priceCurrency: "USD",
      itemCondition: "https://schema.org/NewCondition",
      availability: `https://schema.org/${!doll.in_stock ? "SoldOut" : doll.stock === null ? "MadeToOrder" : "InStock"}`,
    },
    // JSON-LD must not contain the default rating of a model without reviews.
    ...(doll.review_count > 0
      ? { aggregateRating: { "@type": "AggregateRating", ratingValue: doll.rating, reviewCount: doll.review_count } }
      : {}),
  }
}

function breadcrumbOf(doll: Doll, origin: string) {
  const steps = [
    { name: t`Models`, item: origin + inLanguage("/models") },
    { name: categoryNames[doll.doll_category], item: origin + inLanguage(`/models?category=${doll.doll_category}`) },
    { name: doll.name },
  ]
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, index) => ({ "@type": "ListItem", position: index + 1, ...step })),
  }
}

function widest({ variants: { base, widths, formats } }: Doll["images"][number]): string {
  return `${base}/${Math.max(...widths)}.${formats.includes("webp") ? "webp" : formats[0]}`
}
