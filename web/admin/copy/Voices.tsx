import { voiceTexts } from "#contract/panelText.ts"
import type { VerifiedReview } from "#contract/reviews.ts"
import { plural, t } from "#contract/t.ts"
import type { Column } from "../../backoffice/table/columns.ts"
import { actionsColumn, createdColumn } from "../../backoffice/table/commonColumns.tsx"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"

const read = listAt("GET /admin/home-reviews")

/** Chooses the reviews on the home page. */
export function Voices() {
  return (
    <section aria-labelledby="voices" className="mt-14">
      <h2 id="voices" className="placard pt-3 font-display text-h3">{t`Reviews on the home page`}</h2>
      <p className="mt-2 mb-4 max-w-measure text-ink-2 text-ui">{t`Choose up to 3 reviews of verified purchases. While there are none, the home page leaves the section out.`}</p>
      <DataTable
        name="home-reviews"
        label={t`Reviews of verified purchases`}
        count={(n, written) => plural(n, { one: "1 review", other: `${written} reviews` })}
        read={read}
        columns={columns}
        rowName={({ author }) => author}
        search={t`Search reviews`}
        empty={t`No verified reviews yet`}
        mayExport={false}
      />
    </section>
  )
}

async function change(review: VerifiedReview): Promise<void> {
  try {
    if (review.is_on_home) await call(`DELETE /admin/home-reviews/${review.id}`)
    else await call(`PUT /admin/home-reviews/${review.id}`)
    toast(review.is_on_home ? t`Removed from the home page` : t`Shown on the home page`, { kind: "success" })
    refresh("home-reviews")
  } catch (error) {
    toast(voiceTexts.failed, { kind: "error", description: explain(error) })
  }
}

/** Characters of a review that the table shows. */
const longest = 160

const columns: Column<VerifiedReview>[] = [
  {
    id: "comment",
    header: t`Review`,
    title: true,
    cell: ({ comment }) => (
      <span className="wrap-anywhere">{comment.length > longest ? `${comment.slice(0, longest)}…` : comment}</span>
    ),
    text: ({ comment }) => comment,
  },
  {
    id: "stars",
    header: t`Rating`,
    cell: ({ rating }) => <span className="whitespace-nowrap">{t`${rating} of 5 stars`}</span>,
    text: ({ rating }) => rating,
  },
  { id: "author", header: t`Author`, cell: ({ author }) => author, text: ({ author }) => author },
  { id: "model", header: t`Model`, cell: ({ doll_name }) => doll_name, text: ({ doll_name }) => doll_name },
  {
    id: "home",
    header: t`Home page`,
    cell: ({ is_on_home }) => (is_on_home ? <Tag tone="celadon">{t`Shown`}</Tag> : null),
    text: ({ is_on_home }) => (is_on_home ? 1 : 0),
    isEmpty: ({ is_on_home }) => !is_on_home,
  },
  createdColumn("written", t`Written`),
  actionsColumn(
    ({ author }) => author,
    (review) => [
      {
        label: review.is_on_home ? t`Remove from the home page` : t`Show on the home page`,
        run: () => void change(review),
      },
    ],
  ),
]
