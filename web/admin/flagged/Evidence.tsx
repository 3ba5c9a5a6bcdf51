import { useState } from "react"
import { evidenceDays } from "#contract/messageRules.ts"
import type { FlaggedItem } from "#contract/moderation.ts"
import { t } from "#contract/t.ts"
import { sizeOf } from "../../people/chat/files.ts"
import { explain } from "../../platform/api/client.ts"
import { download, useFile } from "../../platform/api/files.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"

/** Shows the attachment, and whether the sender has deleted the message. */
export function Evidence({ item }: { item: FlaggedItem }) {
  const days = item.critical ? evidenceDays.critical : evidenceDays.plain
  return (
    <>
      {item.deleted_at && (
        <Alert kind="warn" title={t`Deleted by its sender on ${dateTimeOf(item.deleted_at)}.`}>
          <Trans>Visible to staff only, and kept for {days} days after the decision.</Trans>
        </Alert>
      )}
      {item.original !== null && (
        <section aria-label={t`Before it was edited`} className="max-w-measure">
          <h3 className="font-semibold text-ui">{t`Before it was edited`}</h3>
          <p className="wrap-anywhere mt-1 whitespace-pre-wrap border-line-strong border-s-2 ps-4">{item.original}</p>
        </section>
      )}
      {item.file && <File id={item.id} file={item.file} />}
    </>
  )
}

/** The file loads on click, because reading it is recorded in the audit log. */
function File({ id, file }: { id: number; file: NonNullable<FlaggedItem["file"]> }) {
  const url = `/api/admin/flagged-messages/${id}/file`
  const isPicture = file.type.startsWith("image/")
  const [shown, setShown] = useState(false)
  const { src, failed, again } = useFile(url, shown && isPicture)
  const take = () =>
    download(url, file.name).catch((error) =>
      toast(t`Failed to load file`, { kind: "error", description: explain(error) }),
    )
  return (
    <section aria-label={t`Attached file`}>
      <p className="wrap-anywhere text-ui">
        {file.name} <span className="tabular text-ink-3 text-meta">{sizeOf(file.size)}</span>
      </p>
      {src ? (
        <img src={src} alt={file.name} className="mt-2 max-h-96 max-w-full object-contain" />
      ) : (
        <Button
          variant="outline"
          className="mt-2"
          busy={shown && isPicture && !failed}
          onClick={() => {
            if (!isPicture) return void take()
            if (failed) again()
            setShown(true)
          }}
        >
          {!isPicture ? t`Download file` : failed ? t`Reload image` : t`Show image`}
        </Button>
      )}
      <p className="mt-1 text-ink-3 text-meta">{t`Opening it is recorded in the audit log.`}</p>
    </section>
  )
}
