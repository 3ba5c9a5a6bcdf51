import { automaticCopy } from "#contract/copy/automatic.ts"
import type { CopyPageName } from "#contract/copy/pieces.ts"
import type { Language } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import { type Shop, shopOf } from "../db/shopSetting.ts"
import type { Tx } from "../db/store.ts"
import { speaking } from "../languages.ts"
import { asHtml, contentOf, dayOf, wordedBy } from "./letter.ts"
import { aroundIn } from "./outbox.ts"

/** All automatic emails one below the other, the subject of each before its text. */
function automaticTexts(copy: Record<string, string>, shop: Shop): string[] {
  const values = { order: "VT-2026-000123", until: dayOf(new Date(), "UTC") }
  const worded = wordedBy(copy, shop)
  return (Object.keys(automaticCopy) as (keyof typeof automaticCopy)[]).map((piece) => worded(piece, values))
}

/** Writes an email that is never sent, with these texts of the shop around it. */
export async function sampleEmail(
  tx: Tx,
  language: Language,
  copy: Record<string, string>,
  page: CopyPageName,
): Promise<string> {
  const shop = await shopOf(tx)
  return speaking(language, () => {
    const [subject, ...text] =
      page === "automatic"
        ? automaticTexts(copy, shop)
        : [t`Reset your password`, t`This is a sample: the text of each email stands here.`]
    const content = contentOf({ subject: subject!, text, link: [t`Go to the shop`, "https://shop.example/"] }, shop)
    // The panel's policy allows no styles of a document's own; these are of the dark theme.
    return asHtml(content, language, shop, aroundIn(copy, shop.name)).replace(/<style>[\s\S]*?<\/style>/, "")
  })
}
