import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { AnswerContact, type ContactDetail, type ContactMessage, type EditContact } from "#contract/admin.ts"
import type { CustomerOrders } from "#contract/customers.ts"
import { maxContactLength } from "#contract/limits.ts"
import { panelTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import { PagedList } from "../../backoffice/staff-ui/PagedList.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField, TextArea } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { OrderLine } from "../orders/OrderLine.tsx"

const edit = ({ id }: ContactMessage, body: EditContact) => call(`PATCH /admin/contacts/${id}`, { body })
export const mark = (message: ContactMessage, handled: boolean) => edit(message, { handled })

/** A message with its answers, a form for another answer, its assignee, and the sender's orders. */
export function Message({ message, user, onDone }: { message: ContactDetail; user: User; onDone(): void }) {
  const [busy, setBusy] = useState(false)
  const isHandled = message.handled_at !== null
  const tick = async () => {
    setBusy(true)
    try {
      await mark(message, !isHandled)
      void refresh("contacts")
      onDone()
    } catch (error) {
      toast(panelTexts.contactFailed, { description: explain(error), kind: "error" })
      setBusy(false)
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 text-ui">
      <div>
        <p>
          <span className="font-semibold">
            <CustomerLink id={message.user_id}>{message.name}</CustomerLink>
          </span>
          <br />
          {message.email && (
            <a
              href={`mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`}
              className="link wrap-anywhere inline-flex min-h-11 items-center"
            >
              {message.email}
            </a>
          )}
          <br />
          <span className="tabular text-ink-3 text-meta">{dateTimeOf(message.created_at)}</span>
        </p>
        {message.order_number && (
          <p className="mt-2">
            <Trans>
              {"About order "}
              {user.admin_type === "content_admin" ? (
                message.order_number
              ) : (
                <Link to={`/admin?tab=orders&order=${message.order_id}`} className="link tabular">
                  {message.order_number}
                </Link>
              )}
            </Trans>
          </p>
        )}
        <p className="wrap-anywhere mt-4 whitespace-pre-wrap border-line-strong border-s-2 ps-4">{message.message}</p>
      </div>
      {message.answers.length > 0 && (
        <Part title={t`Answers`}>
          <ul className="divide-y divide-line border-line border-y">
            {message.answers.map(({ id, author, content, created_at }) => (
              <li key={id} className="py-2">
                <span className="tabular block text-ink-3 text-meta">
                  <span className="font-semibold text-ink-2">{author ?? t`Former staff`}</span>,{" "}
                  {dateTimeOf(created_at)}
                </span>
                <p className="wrap-anywhere whitespace-pre-wrap">{content}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {message.email ? <AnswerForm message={message} /> : <p className="text-ink-3">{panelTexts.contactErased}</p>}
      <div className="flex flex-wrap items-end gap-3">
        <Assignee message={message} />
        <Button variant="outline" busy={busy} onClick={() => void tick()}>
          {isHandled ? t`Mark as open` : t`Mark as answered`}
        </Button>
      </div>
      {user.admin_type !== "content_admin" && (
        <Part title={t`Orders`}>
          {message.user_id === null && message.email && (
            <p className="mb-2 text-ink-3 text-meta">{t`Sent without logging in. These orders have the same email address.`}</p>
          )}
          <PagedList<CustomerOrders["items"][number], number>
            label={t`Orders`}
            queryKey={["admin", "contacts", "orders", message.id]}
            read={(before, signal) =>
              call(`GET /admin/contacts/${message.id}/orders`, { query: { before, limit: 5 }, signal })
            }
            rowKey={({ id }) => id}
            row={OrderLine}
            empty={t`No orders yet.`}
            failed={panelTexts.contactOrdersFailed}
          />
        </Part>
      )}
    </div>
  )
}

function AnswerForm({ message }: { message: ContactDetail }) {
  const form = useZodForm(AnswerContact, { content: "" }, "onSubmit")
  const { errors, isDirty, isSubmitting } = form.formState
  const once = useSendOnce()
  const { submit, failure } = useSending(form, async (body) => {
    await once((headers) => call(`POST /admin/contacts/${message.id}/answers`, { body, headers }), body)
    toast(panelTexts.answerSent, { kind: "success" })
    await refresh("contacts")
    return () => form.reset()
  })
  return (
    <SentForm
      onSubmit={(event) => void submit(event)}
      failed={panelTexts.answerFailed}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      draft={draftOf(form, `answer-${message.id}`)}
    >
      <TextArea
        label={t`Answer`}
        hint={t`Sent to ${message.email} with the message below it. Marks the message as answered.`}
        rows={6}
        required
        maxLength={maxContactLength}
        error={errors.content?.message}
        {...form.register("content")}
      />
      <div>
        <Button type="submit" busy={isSubmitting}>{t`Send answer`}</Button>
      </div>
    </SentForm>
  )
}

/** A choice is saved at once. */
function Assignee({ message }: { message: ContactDetail }) {
  const { data: people = [], error } = useQuery({
    queryKey: ["admin", "contact-people"],
    queryFn: ({ signal }) => call("GET /admin/contacts/people", { signal }),
  })
  const [chosen, setChosen] = useState<string>()
  const [fault, setFault] = useState<string>()
  const { assignee_id: id, assignee } = message
  // An assignee who has left is still shown.
  const isGone = id !== null && people.every((person) => person.id !== id)
  const choose = async (value: string) => {
    setChosen(value)
    setFault(undefined)
    try {
      await edit(message, { assignee_id: value === "" ? null : Number(value) })
      await refresh("contacts")
    } catch (error) {
      setFault(explain(error))
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <SelectField
      label={t`Assigned to`}
      className="min-w-0 flex-[1_1_14rem]"
      value={chosen ?? String(id ?? "")}
      disabled={chosen !== undefined}
      error={fault ?? (error ? explain(error) : undefined)}
      onChange={({ target }) => void choose(target.value)}
    >
      <option value="">{t`Nobody`}</option>
      {isGone && <option value={id}>{assignee ?? t`Former staff`}</option>}
      {people.map((person) => (
        <option key={person.id} value={person.id}>
          {person.name}
        </option>
      ))}
    </SelectField>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 font-semibold text-ink-2 text-meta">{title}</h3>
      {children}
    </section>
  )
}
