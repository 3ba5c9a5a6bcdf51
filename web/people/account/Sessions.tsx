import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Session } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { dateOf, dateTimeOf } from "../../platform/ui/format.ts"
import { Laptop, Smartphone } from "../../platform/ui/icons.ts"
import { ownLocale } from "../../platform/ui/locale.ts"
import { ErrorState, Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { LoadingRows } from "./OrderTable.tsx"

const sessionsQuery = (owner: string) =>
  queryOptions({
    queryKey: ["sessions", owner],
    queryFn: ({ signal }) => call("GET /auth/sessions", { signal }),
    refetchOnMount: "always",
  })

export function Sessions({ owner }: { owner: string }) {
  const client = useQueryClient()
  const query = sessionsQuery(owner)
  const { data, error, isPending, refetch } = useQuery(query)
  const [ending, setEnding] = useState<number | "others">()
  if (isPending) return <LoadingRows rows={2} />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  const others = data.filter((one) => !one.current)

  const end = async (which: number | "others") => {
    setEnding(which)
    const key = `session ${which}`
    try {
      await call(which === "others" ? "DELETE /auth/sessions" : `DELETE /auth/sessions/${which}`)
      const title = which === "others" ? accountTexts.othersSignedOut : accountTexts.deviceSignedOut
      toast(title, { kind: "success", key })
    } catch (error) {
      toast(accountTexts.signOutFailed, { kind: "error", key, description: explain(error) })
    }
    await client.invalidateQueries({ queryKey: query.queryKey })
    setEnding(undefined)
  }

  return (
    <>
      <ul className="mt-2 divide-y divide-line border-line border-b">
        {data.map((session) => {
          const Icon = /Android|iOS/.test(session.user_agent) ? Smartphone : Laptop
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <Icon aria-hidden size={22} strokeWidth={1.5} className="shrink-0 text-ink-2" />
              <div className="min-w-0 flex-[1_1_12rem]">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ui">
                  {capitalized(session.user_agent)}
                  {session.current && <Tag tone="celadon">{t`This device`}</Tag>}
                </p>
                <p className="text-ink-2 text-meta">
                  {session.current ? t`In use now` : t`Last seen ${seen.format(new Date(session.last_seen_at))}`}
                </p>
                <p className="text-ink-3 text-meta">
                  {t`Logged in ${dateOf(session.created_at)} with ${methods[session.method]}`}
                </p>
              </div>
              {!session.current && (
                <Button
                  variant="outline"
                  busy={ending === session.id}
                  disabled={ending !== undefined}
                  aria-label={t`Log out ${session.user_agent}, last seen ${dateTimeOf(session.last_seen_at)}`}
                  onClick={() => void end(session.id)}
                >
                  {t` Log out `}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others.length > 0 ? (
        <Button
          variant="outline"
          className="mt-4"
          busy={ending === "others"}
          disabled={ending !== undefined}
          onClick={() => void end("others")}
        >{t`Log out all other devices`}</Button>
      ) : (
        <p className="mt-3 text-ink-2 text-ui">{t`You aren't logged in anywhere else.`}</p>
      )}
    </>
  )
}

const seen = new Intl.DateTimeFormat(ownLocale, { dateStyle: "medium", timeStyle: "short" })

const methods: Record<Session["method"], string> = {
  password: t`a password`,
  passkey: t`a passkey`,
  password_passkey: t`a password and a passkey`,
  password_totp: t`a password and an app`,
  password_recovery_code: t`a password and a recovery code`,
}

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1)
