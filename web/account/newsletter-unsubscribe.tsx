import { newsletterTexts } from "#contract/texts.ts"
import { titled } from "../meta/shop.ts"
import { Unsubscribe } from "./Unsubscribe.tsx"

export const meta = () => [
  { title: titled("Newsletter") },
  { name: "description", content: "Unsubscribe from the newsletter." },
  { name: "robots", content: "noindex" },
]

export default function NewsletterUnsubscribe() {
  return (
    <Unsubscribe route="POST /newsletter/unsubscribe" title="Newsletter" done={newsletterTexts.unsubscribed}>
      <p className="text-ink-2">
        Changed your mind? Enter your email address at the bottom of this page to subscribe again.
      </p>
    </Unsubscribe>
  )
}
