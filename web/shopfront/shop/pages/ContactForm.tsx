import { type FormEvent, useEffect, useRef, useState } from "react"
import { useLocation } from "react-router"
import { contactCopy } from "#contract/copy/contact.ts"
import { maxContactLength, maxEmailLength, maxNameLength, maxSubjectLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { contactTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../../../platform/api/client.ts"
import type { Draft } from "../../../platform/forms/drafts.ts"
import { useSendOnce } from "../../../platform/forms/sendOnce.ts"
import { UnsavedChanges } from "../../../platform/forms/UnsavedChanges.tsx"
import { wordsOf } from "../../../platform/meta/words.ts"
import { useSession } from "../../../platform/session/session.ts"
import { Button } from "../../../platform/ui/Button.tsx"
import { TextArea, TextField } from "../../../platform/ui/Field.tsx"
import { Honeypot } from "../../../platform/ui/Honeypot.tsx"
import { toast } from "../../../platform/ui/toast.tsx"

const words = wordsOf(contactCopy)
const names = ["name", "email", "subject", "message"] as const
type Name = (typeof names)[number]
type Faults = Partial<Record<Name, string>>

/** After a message is sent, says where the answer will go, until another one is written. */
export function ContactForm() {
  const [sentFrom, setSentFrom] = useState<string>()
  return sentFrom === undefined ? (
    <MessageForm onSent={setSentFrom} />
  ) : (
    <Sent email={sentFrom} onAgain={() => setSentFrom(undefined)} />
  )
}

function Sent({ email, onAgain }: { email: string; onAgain(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-display text-h3">
        {contactTexts.received}
      </h3>
      <p className="wrap-anywhere">{contactTexts.answerGoesTo(email)}</p>
      <p className="text-ink-2">{words("contact_replies")}</p>
      <div>
        <Button variant="outline" onClick={onAgain}>{t`Send another message`}</Button>
      </div>
    </div>
  )
}

/** The order that a link names after `#`, which browsers do not send to the server. */
function useOrderNumber(): string | undefined {
  const { hash } = useLocation()
  const [number, setNumber] = useState<string>()
  // The server renders the page without a hash.
  useEffect(() => setNumber(/^#(ORD-\d{6})$/.exec(hash)?.[1]), [hash])
  return number
}

/** Four required fields, prefilled for signed-in users. The form keeps its input if the call fails. */
function MessageForm({ onSent }: { onSent(email: string): void }) {
  const order = useOrderNumber()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { user } = useSession()
  const once = useSendOnce()

  async function send(event: FormEvent) {
    event.preventDefault()
    const given = read(form.current!)
    const found = faultsOf(given)
    setFailure(undefined)
    if (showFaults(found)) return
    setBusy(true)
    try {
      const body = { ...given, order_number: order, website: honeypotValue(form.current!) }
      await once((headers) => call("POST /contact", { body, headers }), body)
      toast(contactTexts.sent, { kind: "success", key: "contact" })
      onSent(given.email)
    } catch (error) {
      const fields: Faults = error instanceof ApiError ? error.fields : {}
      if (!showFaults(fields)) {
        setFailure(explain(error))
        toast(contactTexts.failed, { kind: "error", key: "contact", description: explain(error) })
      }
    } finally {
      setBusy(false)
    }
  }

  /** Focuses the first invalid field, and returns whether there is one. */
  function showFaults(found: Faults): boolean {
    setFaults(found)
    const first = names.find((name) => found[name])
    if (first) (form.current!.elements.namedItem(first) as HTMLElement).focus()
    return first !== undefined
  }

  /** Validates a field on blur, and on every change while it is invalid. */
  const judge = (name: Name) => setFaults((known) => ({ ...known, [name]: faultsOf(read(form.current!))[name] }))
  const field = (name: Name) => ({
    name,
    required: true,
    error: faults[name],
    onBlur: (event: { target: { value: string } }) => event.target.value && judge(name),
    onChange: () => faults[name] && judge(name),
  })

  const draft: Draft = {
    of: order ? `contact-${order}` : "contact",
    typed: (element) => read(element),
    saved: (element) => Object.fromEntries(names.map((name) => [name, fieldIn(element, name).defaultValue])),
    restore: (typed, _, element) => {
      for (const name of names) if (name in typed) fieldIn(element, name).value = String(typed[name])
    },
    discard: (element) => {
      for (const name of names) fieldIn(element, name).value = fieldIn(element, name).defaultValue
      setFaults({})
    },
  }
  return (
    <form ref={form} noValidate onSubmit={send} className="needs-js grid gap-5">
      <UnsavedChanges
        isDirty={() => !busy && (form.current === null || names.some((name) => isTyped(fieldIn(form.current!, name))))}
        draft={draft}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t`Name`}
          autoComplete="name"
          maxLength={maxNameLength}
          defaultValue={user?.full_name}
          {...field("name")}
        />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          maxLength={maxEmailLength}
          defaultValue={user?.email}
          {...field("email")}
        />
      </div>
      <TextField
        label={t`Subject`}
        maxLength={maxSubjectLength}
        defaultValue={order && `Order ${order}`}
        hint={order && contactTexts.aboutOrder(order)}
        {...field("subject")}
      />
      <TextArea label={t`Message`} rows={7} maxLength={maxContactLength} {...field("message")} />
      <Honeypot />
      {failure && (
        <p role="alert" className="text-danger">
          {contactTexts.failed}. {failure}
        </p>
      )}
      <div>
        <Button type="submit" busy={busy} className="min-h-12 px-8">{t`Send message`}</Button>
      </div>
    </form>
  )
}

function read(form: HTMLFormElement): Record<Name, string> {
  const data = new FormData(form)
  const text = (name: Name) => String(data.get(name) ?? "").trim()
  return { name: text("name"), email: text("email"), subject: text("subject"), message: text("message") }
}

const fieldIn = (form: HTMLFormElement, name: Name) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement

const isTyped = ({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) => value !== defaultValue

const honeypotValue = (form: HTMLFormElement) => String(new FormData(form).get("website") ?? "")

function faultsOf({ name, email, subject, message }: Record<Name, string>): Faults {
  return {
    name: name ? undefined : contactTexts.nameRequired,
    email: /^\S+@\S+\.\S+$/.test(email) ? undefined : contactTexts.emailInvalid,
    subject: subject ? undefined : contactTexts.subjectRequired,
    message: message ? undefined : contactTexts.messageRequired,
  }
}
