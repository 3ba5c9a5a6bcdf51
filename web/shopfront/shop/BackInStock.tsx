import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { emailsStock } from "../../platform/meta/shop.ts"
import { useSession } from "../../platform/session/session.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Honeypot } from "../../platform/ui/Honeypot.tsx"

/** Shown unless the owner has turned these emails off. Customers sign up with one click, guests with an address and a confirmation. */
export default function BackInStock({ id }: { id: number }) {
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const [error, setError] = useState<string>()
  const queryKey = ["restock", user?.uuid]
  const { data } = useQuery({ queryKey, queryFn: () => call("GET /auth/restock-requests"), enabled: Boolean(user) })
  const said =
    answer ?? (data?.some(({ doll_id }) => doll_id === id) ? t`We'll notify you when it's back in stock.` : "")

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setBusy(true)
    setError(undefined)
    try {
      const body = user ? {} : { email: String(given.get("email")).trim(), website: String(given.get("website")) }
      setAnswer((await call("POST /restock-requests", { body: { doll_id: id, ...body } })).message)
      void queries().invalidateQueries({ queryKey })
    } catch (failure) {
      setError((failure instanceof ApiError && failure.fields.email) || explain(failure))
    }
    setBusy(false)
  }

  return (
    <div className="needs-js mt-4">
      <div role="status">{said && <p className="text-success">{said}</p>}</div>
      {!said && emailsStock() && (
        <form noValidate onSubmit={ask} className="flex flex-wrap items-start gap-2">
          {!user && (
            <>
              <TextField
                label={t`Email me when it's back`}
                name="email"
                type="email"
                autoComplete="email"
                error={error}
                className="min-w-[min(10rem,100%)] flex-1"
              />
              <Honeypot />
            </>
          )}
          <Button type="submit" variant="outline" busy={busy} className={user ? undefined : "mt-[1.5625rem]"}>
            {user ? t`Email me when it's back` : t`Notify me`}
          </Button>
          {user && error && (
            <p role="alert" className="w-full text-danger text-ui">
              {error}
            </p>
          )}
        </form>
      )}
    </div>
  )
}
