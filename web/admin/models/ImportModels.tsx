import { type ReactNode, useState } from "react"
import { importLimits } from "#contract/adminLimits.ts"
import { type ImportResult, importedNames } from "#contract/modelSheet.ts"
import { locale, plural, t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { explain } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { Upload } from "../../platform/ui/icons.ts"
import { save } from "../../platform/ui/save.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { hasToken } from "../parts/needToken.ts"

/** Imports models from a CSV file. The first request only checks the file; the second writes what was shown. */
export function ImportModels() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" className="max-md:px-3" onClick={() => setOpen(true)}>
        <Upload aria-hidden size={18} />
        <span className="max-md:sr-only">{t`Import`}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Import models`}>
        {open && <Import onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

const saveTemplate = () => save(new Blob([`${importedNames.join(",")}\r\n`], { type: "text/csv" }), "models.csv")

const number = (n: number) => n.toLocaleString(locale)

function Import({ onDone }: { onDone(): void }) {
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<ImportResult>()
  const [failure, setFailure] = useState<string>()
  const [share, setShare] = useState<number>()
  const once = useSendOnce()

  const send = async (chosen: File, plan?: string) => {
    if (!hasToken()) return
    setFile(chosen)
    setFailure(undefined)
    if (plan === undefined) setResult(undefined)
    setShare(0)
    const form = new FormData()
    if (plan !== undefined) form.set("plan", plan)
    form.set("file", chosen)
    const call = (headers: Record<string, string>) =>
      upload("POST /dolls/import", form, { headers, progress: setShare, timeout: 120_000 })
    try {
      const answer = plan === undefined ? await call({}) : await once(call, [plan])
      setResult(answer)
      if (answer.is_done) {
        refresh("models")
        const { created, updated } = answer
        toast(
          plural(created, {
            one: `1 model created, ${updated} updated`,
            other: `${number(created)} models created, ${updated} updated`,
          }),
          { kind: "success" },
        )
        onDone()
      }
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setShare(undefined)
    }
  }
  const isBusy = share !== undefined
  const changes = result ? result.created + result.updated : 0
  return (
    <div className="grid gap-5">
      <p className="text-ink-2 text-ui">
        <Trans>
          Export models as CSV, edit the file in a spreadsheet, and choose it here. Rows are matched by id or reference.
          A new reference creates a draft, unless its “draft” is false. You'll see every change before anything is
          saved.
        </Trans>
      </p>
      <Button variant="outline" className="justify-self-start" onClick={saveTemplate}>{t`Download template`}</Button>
      <DropZone
        label={file ? t`Choose another file` : t`Choose a CSV file`}
        hint={file ? file.name : t`CSV in UTF-8, up to ${importLimits.rows} rows`}
        accept=".csv,.tsv,.txt,text/csv"
        disabled={isBusy}
        onFiles={([chosen]) => void send(chosen!)}
      />
      {isBusy && (
        <p role="status" className="text-ink-2 text-ui">
          {share < 1 ? t`Uploading, ${Math.round(share * 100)}%` : result ? t`Importing…` : t`Checking…`}
        </p>
      )}
      {failure && (
        <Alert kind="danger" title={result ? t`Nothing was imported` : t`The file couldn't be checked`}>
          <p>{failure}</p>
          {file && (
            <Button
              variant="outline"
              className="mt-3"
              disabled={isBusy}
              onClick={() => void send(file)}
            >{t`Check again`}</Button>
          )}
        </Alert>
      )}
      {result && !isBusy && !failure && <Checked result={result} />}
      {result && !isBusy && !failure && (
        <div className="flex justify-end">
          <Button disabled={changes === 0 || result.problem_count > 0} onClick={() => void send(file!, result.plan)}>
            {changes === 0
              ? t`Nothing to import`
              : plural(changes, { one: "Import 1 change", other: `Import ${number(changes)} changes` })}
          </Button>
        </div>
      )}
    </div>
  )
}

function problemsIn(problems: number, rows: number): string {
  return t`${plural(problems, { one: "1 problem", other: `${number(problems)} problems` })} in ${plural(rows, { one: "1 row", other: `${number(rows)} rows` })}`
}

function Checked({ result }: { result: ImportResult }) {
  const { rows, created, updated, unchanged, published, awaiting_approval, problems, problem_count, changes, notes } =
    result
  const hasProblems = problem_count > 0
  return (
    <div className="grid gap-4" role="status">
      {hasProblems ? (
        <Alert
          kind="danger"
          title={problemsIn(problem_count, rows)}
        >{t`Fix these problems first. Until then, nothing is imported.`}</Alert>
      ) : (
        <Alert kind="info" title={created + updated === 0 ? t`No changes` : t`Ready to import`}>
          {plural(created, {
            one: `1 new model, ${updated} changed, ${unchanged} unchanged.`,
            other: `${number(created)} new models, ${updated} changed, ${unchanged} unchanged.`,
          })}{" "}
          {created + updated > 0 && publishedText(published)} {awaiting_approval > 0 && approvalText(awaiting_approval)}
        </Alert>
      )}
      {notes.map((note) => (
        <p key={note} className="text-ink-2 text-ui">
          {note}
        </p>
      ))}
      {hasProblems && (
        <Rows
          label={t`Problems`}
          more={problem_count - problems.length}
          rows={problems.map(({ row, column, message }) => [row, column ?? "", message])}
          head={[t`Row`, t`Column`, t`Problem`]}
        />
      )}
      {!hasProblems && changes.length > 0 && (
        <Rows
          label={t`Changes`}
          more={created + updated - changes.length}
          rows={changes.map(({ row, id, name, columns, is_published, needs_approval }) => [
            row,
            name,
            <>
              {id === null ? (is_published || needs_approval ? t`New model` : t`New draft`) : columns.join(", ")}{" "}
              {is_published && <Tag tone="warn">{t`Published`}</Tag>}
              {needs_approval && <Tag tone="warn">{t`Needs approval`}</Tag>}
            </>,
          ])}
          head={[t`Row`, t`Model`, t`Change`]}
        />
      )}
    </div>
  )
}

function publishedText(models: number): string {
  if (models === 0) return t`None of them will be published.`
  return plural(models, { one: "1 of them will be published.", other: `${number(models)} of them will be published.` })
}

function approvalText(models: number): string {
  return plural(models, {
    one: "1 is low or has no height, and needs another admin's approval first.",
    other: `${number(models)} are low or have no height, and need another admin's approval first.`,
  })
}

interface RowsProps {
  label: string
  head: string[]
  rows: ReactNode[][]
  more: number
}

/** A table of lines of the file. */
export function Rows({ label, head, rows, more }: RowsProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto"
    >
      <table className="w-full text-ui">
        <thead>
          <tr className="border-line-strong border-b">
            {head.map((name) => (
              <th key={name} scope="col" className="py-2 pe-4 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one answer never move
            <tr key={at} className="border-line border-b align-top">
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} className={cx("py-2 pe-4", column > 0 && "wrap-anywhere")}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className="pt-2 text-ink-3 text-meta">
          <Trans>And {number(more)} more.</Trans>
        </p>
      )}
    </section>
  )
}
