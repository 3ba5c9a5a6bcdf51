import { t } from "#contract/t.ts"
import { newsletterTexts } from "#contract/texts.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { Unsubscribe } from "./Unsubscribe.tsx"

export const meta = () => [
  { title: titled(t`Newsletter`) },
  { name: "description", content: t`Unsubscribe from the newsletter.` },
  { name: "robots", content: "noindex" },
]

export default function NewsletterUnsubscribe() {
  return (
    <Unsubscribe route="POST /newsletter/unsubscribe" title={t`Newsletter`} done={newsletterTexts.unsubscribed}>
      <p className="text-ink-2">
        <Trans>Changed your mind? Enter your email address at the bottom of this page to subscribe again.</Trans>
      </p>
    </Unsubscribe>
  )
}
