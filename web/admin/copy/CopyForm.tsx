import { useRef, useState } from "react"
import type { UseFormReturn } from "react-hook-form"
import { type CopyOfPage, type CopyPlace, type CopyText, CopyWords } from "#contract/copy/calls.ts"
import { copyPieces } from "#contract/copy/pieces.ts"
import { copyTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call } from "../../platform/api/client.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextArea, TextField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Schedule } from "../models/Publishing.tsx"
import { type Difference, EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { CopyPreview } from "./CopyPreview.tsx"

interface CopyFormProps {
  place: CopyPlace
  opened: CopyOfPage
  read(): Promise<CopyOfPage>
}

type Form = UseFormReturn<CopyWords, unknown, CopyWords>

/** If another admin has changed the page's texts meanwhile, the form shows the conflict and keeps its input. */
export function CopyForm({ place, opened, read }: CopyFormProps) {
  const [saved, setSaved] = useState(opened)
  const [theirs, setTheirs] = useState<CopyOfPage>()
  const [choosing, setChoosing] = useState(false)
  const [sought, setSought] = useState<string>()
  const publish = useRef("now")
  const form: Form = useZodForm<CopyWords, CopyWords>(CopyWords, typedOf(opened))
  const send = async (words: CopyWords) => {
    try {
      const headers = { "if-match": `"v${saved.version}"` }
      const body = { ...words, publish: publish.current }
      const now = await call(`PATCH /admin/copy/${place.page}/${place.language}`, { body, headers })
      setSaved(now)
      setTheirs(undefined)
      form.reset(typedOf(now))
      refresh("copy")
      toast(saidOf(publish.current), { kind: "success" })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      setTheirs(await read())
    }
  }
  const goOn = (take: string[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!)[name], { shouldDirty: true })
    setSaved(theirs!)
    setTheirs(undefined)
  }
  const { submit, failure } = useSending(form, send)
  const { isSubmitting, isDirty } = form.formState
  const run = (moment: string) => {
    publish.current = moment
    return submit()
  }
  const isWaiting = saved.texts.some(({ draft }) => draft !== null)
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run("now")
        }}
        className="grid gap-x-12 gap-y-8 xl:grid-cols-2"
      >
        <div>
          <UnsavedChanges
            isDirty={() => isDirty && !isSubmitting}
            draft={{ ...draftOf(form, `copy-${place.page}-${place.language}`), version: saved.version }}
            className="mb-6"
          />
          {failure && (
            <Alert kind="danger" title={copyTexts.failed} className="mb-6">
              {failure}
            </Alert>
          )}
          {theirs && (
            <EditConflict
              title={t`Another admin changed these texts.`}
              differences={differencesOf(saved, theirs, form.getValues())}
              onGoOn={goOn}
            />
          )}
          <div className="grid gap-6">
            {saved.texts.map((text) => (
              <Piece key={text.key} text={text} form={form} onSeek={setSought} />
            ))}
          </div>
          <SaveBar
            busy={isSubmitting}
            isDirty={isDirty}
            others={
              <>
                <Button
                  variant="outline"
                  disabled={isSubmitting || !isDirty}
                  onClick={() => void run("later")}
                >{t`Save draft`}</Button>
                <Button
                  variant="outline"
                  disabled={isSubmitting || !(isDirty || isWaiting)}
                  onClick={() => setChoosing(true)}
                >{t`Schedule`}</Button>
              </>
            }
          >{t`Publish`}</SaveBar>
        </div>
        <CopyPreview place={place} words={form.watch()} sought={sought} />
      </form>
      {/* It has a form of its own, whose submission must not publish. */}
      <Dialog open={choosing} onClose={() => setChoosing(false)} title={t`When should these texts be published?`}>
        <Schedule
          at={null}
          onChoose={async (moment) => {
            setChoosing(false)
            await run(moment)
          }}
        />
      </Dialog>
    </>
  )
}

interface PieceProps {
  text: CopyText
  form: Form
  /** Called with what is typed when the field gets the focus, so that the preview shows its place. */
  onSeek(text: string): void
}

function Piece({ text, form, onSeek }: PieceProps) {
  const { key, draft, publish_at } = text
  const { label, max, hasLines, isFixed } = copyPieces[key]!
  const typed = form.watch(key) ?? ""
  const isLong = hasLines || max > 120
  const field = {
    label,
    maxLength: max,
    placeholder: text.default,
    autoComplete: "off",
    error: form.formState.errors[key]?.message,
    hint: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {publish_at && <Tag tone="gilt">{t`Publishes on ${dateTimeOf(publish_at)}`}</Tag>}
        {draft !== null && !publish_at && <Tag tone="plum">{t`Draft`}</Tag>}
        {text.is_older && <Tag tone="warn">{t`Older than the English text`}</Tag>}
        {isFixed && typed === text.default && <span>{t`The specification's wording`}</span>}
        {text.updated_at && (
          <span>
            {text.updated_by
              ? t`Changed on ${dateTimeOf(text.updated_at)} by ${text.updated_by}`
              : t`Changed on ${dateTimeOf(text.updated_at)}`}
          </span>
        )}
      </span>
    ),
    ...form.register(key),
    onFocus: () => onSeek(typed),
  }
  return (
    <div>
      {isLong ? <TextArea rows={2} {...field} /> : <TextField {...field} />}
      {typed !== text.default && (
        <Button
          variant="quiet"
          className="px-0!"
          aria-label={t`Back to default: ${label}`}
          onClick={() => form.setValue(key, text.default, { shouldDirty: true, shouldValidate: true })}
        >{t`Back to default`}</Button>
      )}
    </div>
  )
}

function saidOf(publish: string): string {
  if (publish === "now") return copyTexts.published
  return publish === "later" ? copyTexts.drafted : copyTexts.scheduled(dateTimeOf(publish))
}

const shownOf = (text: CopyText) => text.draft ?? text.published ?? text.default

const typedOf = ({ texts }: CopyOfPage): CopyWords => Object.fromEntries(texts.map((one) => [one.key, shownOf(one)]))

function differencesOf(before: CopyOfPage, theirs: CopyOfPage, mine: CopyWords): Difference<string>[] {
  const [was, now] = [typedOf(before), typedOf(theirs)]
  return Object.keys(now)
    .filter((key) => now[key] !== was[key])
    .map((key) => ({
      name: key,
      label: copyPieces[key]!.label,
      now: now[key]!,
      ...([was[key], now[key]].includes(mine[key]) ? {} : { mine: mine[key]! }),
    }))
}
