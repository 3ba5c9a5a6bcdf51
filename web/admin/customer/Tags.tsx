import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useId, useRef, useState } from "react"
import { maxTagLength } from "#contract/adminLimits.ts"
import type { Customer } from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { timelineKey } from "../../backoffice/staff-ui/subject.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { X } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { customerKey } from "./Part.tsx"

/** The customer's tags, with a field that suggests tags in use. */
export function Tags({ customer: { id, tags } }: { customer: Customer }) {
  const client = useQueryClient()
  const [tag, setTag] = useState("")
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const { data: known = [] } = useQuery({
    queryKey: ["customer-tags", tag.trim()],
    queryFn: ({ signal }) => call("GET /admin/customer-tags", { query: { q: tag.trim() || undefined }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await Promise.all(
        [customerKey(id), ["customer-tags"], timelineKey(`/admin/customers/${id}`)].map((queryKey) =>
          client.invalidateQueries({ queryKey, exact: queryKey.length === 2 }),
        ),
      )
      return true
    } catch (error) {
      const told = error instanceof ApiError ? error.fields.tag : undefined
      if (told) setFault(told)
      else toast(customerTexts.tagFailed, { kind: "error", description: explain(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (await change(() => call(`POST /admin/customers/${id}/tags`, { body: { tag } }))) setTag("")
    field.current?.focus()
  }
  const remove = async (gone: string) => {
    await change(() => call(`DELETE /admin/customers/${id}/tags/${encodeURIComponent(gone)}`))
    field.current?.focus()
  }
  return (
    <section aria-label={t`Tags`} className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2">
      {tags.length > 0 && (
        <ul className="flex min-h-11 flex-wrap items-center gap-x-3">
          {tags.map((one) => (
            <li key={one} className="flex items-center">
              <Tag tone="plum">{one}</Tag>
              <IconButton label={t`Remove tag ${one}`} onClick={() => void remove(one)}>
                <X aria-hidden size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={(event) => void add(event)} className="flex items-start gap-2">
        <TextField
          ref={field}
          label={t`Add a tag`}
          list={list}
          autoComplete="off"
          maxLength={maxTagLength}
          value={tag}
          error={fault}
          className="min-w-0"
          onChange={({ target }) => {
            setTag(target.value)
            setFault(undefined)
          }}
        />
        <datalist id={list}>
          {known
            .filter((one) => !tags.includes(one.tag))
            .map((one) => (
              <option key={one.tag} value={one.tag} />
            ))}
        </datalist>
        <Button type="submit" variant="outline" busy={busy} className="mt-[1.5625rem] shrink-0">{t`Add tag`}</Button>
      </form>
    </section>
  )
}
