import { type FormEvent, useRef, useState } from "react"
import { t } from "#contract/t.ts"
import { newsletterTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Honeypot } from "../../platform/ui/Honeypot.tsx"

/** Subscribing must be confirmed by email (double opt-in). */
export function Newsletter() {
  const [state, setState] = useState<"open" | "busy" | "sent">("open")
  const [error, setError] = useState<string>()
  const field = useRef<HTMLDivElement>(null)

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const email = String(given.get("email") ?? "").trim()
    if (!/^\S+@\S+\.\S+$/.test(email)) return refuse(newsletterTexts.invalid)
    setState("busy")
    setError(undefined)
    try {
      await call("POST /newsletter", { body: { email, website: String(given.get("website") ?? "") } })
      setState("sent")
    } catch (failure) {
      setState("open")
      refuse((failure instanceof ApiError && failure.fields.email) || `${newsletterTexts.failed}. ${explain(failure)}`)
    }
  }

  function refuse(text: string) {
    setError(text)
    field.current?.querySelector("input")?.focus()
  }

  return (
    <div ref={field} className="max-md:border-line max-md:border-t max-md:pt-6">
      <h2 className="font-semibold text-ui">{t`Newsletter`}</h2>
      <p className="mt-2 text-ink-2 text-ui">{t`New models and news, about once a month.`}</p>
      <p className="without-js mt-2 text-ink-3 text-meta">{t`Subscribing requires JavaScript.`}</p>
      <div role="status">{state === "sent" && <p className="mt-4 text-success">{newsletterTexts.sent}</p>}</div>
      {state !== "sent" && (
        <form noValidate onSubmit={subscribe} className="needs-js mt-3 flex flex-wrap items-start gap-2">
          <TextField
            label={t`Email address`}
            name="email"
            type="email"
            autoComplete="email"
            error={error}
            className="min-w-[min(10rem,100%)] flex-1"
          />
          <Honeypot />
          <Button
            type="submit"
            variant="outline"
            busy={state === "busy"}
            className="mt-[1.5625rem]"
          >{t`Subscribe`}</Button>
        </form>
      )}
    </div>
  )
}
