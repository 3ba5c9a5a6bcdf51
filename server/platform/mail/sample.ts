import type { Language } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import { shopOf } from "../db/shopSetting.ts"
import type { Tx } from "../db/store.ts"
import { speaking } from "../languages.ts"
import { asHtml, contentOf } from "./letter.ts"
import { aroundIn } from "./outbox.ts"

/** Writes an email that is never sent, with these texts of the shop around it. */
export async function sampleEmail(tx: Tx, language: Language, copy: Record<string, string>): Promise<string> {
  const shop = await shopOf(tx)
  return speaking(language, () => {
    const content = contentOf(
      {
        subject: t`Reset your password`,
        text: t`This is a sample: the text of each email stands here.`,
        link: [t`Reset your password`, "https://shop.example/"],
      },
      shop,
    )
    // The panel's policy allows no styles of a document's own; these are of the dark theme.
    return asHtml(content, language, shop.name, aroundIn(copy, shop.name)).replace(/<style>[\s\S]*?<\/style>/, "")
  })
}
