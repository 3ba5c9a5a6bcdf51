import { useState } from "react"
import type { Note } from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { call, explain, unlessGone } from "../../platform/api/client.ts"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { NoteForm } from "./NoteForm.tsx"
import { PagedList } from "./PagedList.tsx"
import { notesKey, partsOf, refreshNotes, type SubjectAddress } from "./subject.ts"

/** Staff notes on a customer, an order or a chat, with a form for a new one. */
export function Notes({ of }: { of: SubjectAddress }) {
  return (
    <>
      <NoteForm
        of={of}
        label={t`Add a note`}
        action={t`Add note`}
        save={(body) => call(`POST ${of}/notes`, { body })}
      />
      <div className="mt-4">
        <PagedList<Note, number>
          label={t`Notes`}
          queryKey={notesKey(of)}
          read={(before, signal) => call(`GET ${of}/notes`, { query: { before }, signal })}
          rowKey={({ id }) => id}
          row={(note) => <Row note={note} of={of} />}
          empty={customerTexts.noNotes}
          failed={customerTexts.sectionFailed("notes")}
        />
      </div>
    </>
  )
}

function Row({ note, of }: { note: Note; of: SubjectAddress }) {
  const [editing, setEditing] = useState(false)
  const [asked, setAsked] = useState(false)
  const { id, author, content, created_at, edited_at } = note
  const about = t`note of ${dateTimeOf(created_at)}`
  const remove = async () => {
    try {
      await call(`DELETE /notes/${id}`).catch(unlessGone)
      toast(customerTexts.noteDeleted, { kind: "success" })
      await refreshNotes(of)
    } catch (error) {
      toast(customerTexts.noteDeleteFailed, { kind: "error", description: explain(error) })
    }
  }
  return (
    <>
      <span className="tabular block text-ink-3 text-meta">
        <span className="font-semibold text-ink-2">{author ?? t`Former staff`}</span>, {dateTimeOf(created_at)}
        {edited_at && t`, edited`}
      </span>
      {editing ? (
        <NoteForm
          of={of}
          label={t`Edit the ${about}`}
          action={t`Save note`}
          initial={content}
          id={id}
          save={(body) => call(`PATCH /notes/${id}`, { body })}
          close={() => setEditing(false)}
        />
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">
          {partsOf(
            content,
            note.mentions.map(({ name }) => name),
          ).map(({ text, isMention }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
            isMention ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
          )}
        </p>
      )}
      {!editing && (note.can_edit || note.can_delete) && (
        <span className="flex gap-x-4">
          {note.can_edit && (
            <button type="button" className="link min-h-9" onClick={() => setEditing(true)}>
              {t`Edit`}
              <span className="sr-only"> {about}</span>
            </button>
          )}
          {note.can_delete && (
            <button type="button" className="link min-h-9" onClick={() => setAsked(true)}>
              {t`Delete`}
              <span className="sr-only"> {about}</span>
            </button>
          )}
        </span>
      )}
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={t`Delete this note?`}
        action={t`Delete note`}
        onConfirm={remove}
      >
        <p>{t`This can't be undone.`}</p>
      </Confirm>
    </>
  )
}
