import type { ReactNode } from "react"
import type { Level } from "#contract/accounts.ts"
import type { ChatRoomDetail } from "#contract/chat.ts"
import { levelName } from "#contract/membership.ts"
import { t } from "#contract/t.ts"
import { stockTexts } from "#contract/texts.ts"
import { Link } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { dateOf, money } from "../../platform/ui/format.ts"
import { Tag, type Tone } from "../../platform/ui/states.tsx"
import { categoryNames } from "../../shopfront/shop/categories.ts"

const tones: Record<Level, Tone> = { free: "neutral", standard: "celadon", vip: "gilt", vvip: "gilt" }

interface MemberContextProps {
  facts: ChatRoomDetail
  className?: string
  /** Appended to the panel. */
  children?: ReactNode
}

/** The panel about the member and the model. */
export function MemberContext({ facts, className, children }: MemberContextProps) {
  const { context, user } = facts
  if (!context) return null
  const { model } = context
  const level = context.membership_level
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-6", className)}>
      <section aria-label={t`Member`}>
        <p className="font-display text-h3">{user.full_name || t`Former member`}</p>
        <dl className="mt-3 divide-y divide-line border-line border-y">
          <Fact label={t`Level`}>
            <Tag tone={tones[level]}>{levelName(level)}</Tag>
          </Fact>
          <Fact label={t`Member since`}>{dateOf(context.member_since)}</Fact>
          <Fact label={t`Orders`}>{context.orders_count}</Fact>
        </dl>
      </section>
      <section aria-label={t`Model`}>
        <p className="font-display text-h3">
          <Link to={`/model/${model.id}`} className="hover:underline">
            {model.name}
          </Link>
        </p>
        <dl className="mt-3 divide-y divide-line border-line border-y">
          <Fact label={t`Price`}>{money(model.price)}</Fact>
          <Fact label={t`Category`}>{categoryNames[model.doll_category]}</Fact>
          {model.doll_material && <Fact label={t`Material`}>{model.doll_material}</Fact>}
          {model.doll_height !== null && <Fact label={t`Height`}>{model.doll_height} cm</Fact>}
          {model.doll_weight !== null && <Fact label={t`Weight`}>{model.doll_weight} kg</Fact>}
          <Fact label={t`Stock`}>{stockOf(model)}</Fact>
        </dl>
      </section>
      {children}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-ui">
      <dt className="text-ink-3">{label}</dt>
      <dd className="tabular ms-auto min-w-0 text-end">{children}</dd>
    </div>
  )
}

function stockOf({ stock, is_available }: { stock: number | null; is_available: boolean }): string {
  if (!is_available) return t`Not in the shop`
  if (stock === null) return stockTexts.madeToOrder
  return stock > 0 ? String(stock) : stockTexts.soldOut
}
