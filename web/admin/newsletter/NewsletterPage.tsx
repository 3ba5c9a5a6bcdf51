import { useQuery } from "@tanstack/react-query"
import { type Newsletter, newsletterAdminTexts } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"
import { Loaded } from "../../backoffice/staff-ui/Loaded.tsx"
import { call } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { NewsletterEditor } from "./NewsletterEditor.tsx"
import { SentNewsletter } from "./SentNewsletter.tsx"

/**
 * A newsletter: its editor while it is a draft. What is on its way is read again every few seconds; a draft is not, while
 * somebody types.
 */
export function NewsletterPage({ id }: { id: number }) {
  const key = ["admin", "newsletter", id]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(`GET /admin/newsletters/${id}`, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 3000),
  })
  const show = (newsletter: Newsletter) => queries().setQueryData(key, newsletter)
  return (
    <Loaded query={query} failed={newsletterAdminTexts.loadFailed} label={t`Loading the newsletter`} fields={5}>
      {(newsletter) =>
        newsletter.state === "draft" ? (
          <NewsletterEditor opened={newsletter} onSent={show} />
        ) : (
          <SentNewsletter newsletter={newsletter} onChange={show} />
        )
      }
    </Loaded>
  )
}

const isOver = (newsletter: Newsletter | undefined) =>
  !newsletter || newsletter.state === "draft" || newsletter.finished_at !== null
