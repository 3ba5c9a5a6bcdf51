import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type Language, languages } from "#contract/languages.ts"
import { newsletterAdminTexts } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { useLater } from "../site-pages/Preview.tsx"

interface EmailPreviewProps {
  language: Language
  title: string
  content: string
  isDiscreet: boolean
}

/** The email as its readers will see it, rendered by the server. */
export function EmailPreview({ language, title, content, isDiscreet }: EmailPreviewProps) {
  const asked = useLater(JSON.stringify({ language, title, content, is_discreet: isDiscreet }), 400)
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "newsletter-preview", asked],
    queryFn: ({ signal }) => call("POST /admin/newsletters/preview", { body: JSON.parse(asked), signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (error && !data) {
    const retry = () => void refetch()
    return <ErrorState title={newsletterAdminTexts.previewFailed} detail={explain(error)} retry={retry} />
  }
  if (!data) return <Skeleton className="h-96 w-full" />
  return (
    <>
      <p className="mb-3 text-ui">
        <Trans>
          Subject: <strong lang={language}>{data.subject}</strong>
        </Trans>
      </p>
      {/* Nothing in it can run or leave the frame. Its dark theme is a style sheet, which the panel's policy forbids. */}
      <iframe
        title={t`Preview in ${languages[language]}`}
        sandbox=""
        srcDoc={data.html.replace(/<style>.*?<\/style>/gs, "")}
        height={640}
        className="w-full rounded-card border border-line"
      />
    </>
  )
}
