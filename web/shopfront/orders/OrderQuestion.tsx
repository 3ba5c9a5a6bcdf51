import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { useSession } from "../../platform/session/session.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"

interface OrderQuestionProps {
  orderNumber: string
  /** The models that members can ask about in chat. */
  items?: { doll_id: number; name: string }[]
}

/** Links to the contact form with the order filled in, and for members to the chats about its models. */
export function OrderQuestion({ orderNumber, items = [] }: OrderQuestionProps) {
  const { user } = useSession()
  const isMember = user?.role === "user" && user.membership_level !== "free"
  return (
    <section aria-labelledby="question" className="no-print">
      <h2 id="question" className="placard pt-3 font-display text-h3">{t`Question about this order?`}</h2>
      <p className="mt-3 text-ink-2 text-ui">{t`Write to us. Your message will name the order.`}</p>
      <ButtonLink
        variant="outline"
        to={`/contact#${orderNumber}`}
        className="mt-4"
      >{t`Ask about this order`}</ButtonLink>
      {isMember && items.length > 0 && (
        <ul aria-label={t`Chats`} className="mt-2 flex flex-wrap gap-x-5">
          {items.map(({ doll_id, name }) => (
            <li key={doll_id}>
              <Link to={`/model-chat/${doll_id}`} className="link inline-flex min-h-11 items-center text-ui">
                {t`Chat about ${name}`}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
