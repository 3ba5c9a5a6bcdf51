import { useMemo } from "react"
import { languages } from "#contract/languages.ts"
import { type ListedPage, NewPage, pageLimits, type SitePage, sitePageTexts } from "#contract/sitePages.ts"
import { plural, t } from "#contract/t.ts"
import type { Column, Read } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { Link, useNavigate } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Plus } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { ItemForm } from "../parts/ItemForm.tsx"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import { builtinNames, placeNames, stateNames, stateTones } from "./names.ts"

/** There are at most a hundred, which the server sends at once. */
const read: Read<ListedPage> = async (query, signal) => {
  const all = await call("GET /admin/pages", { signal })
  const [skip, limit] = ["skip", "limit"].map((name) => Number(new URLSearchParams(query).get(name)))
  return { rows: all.slice(skip, skip! + (limit || all.length)), total: all.length }
}

/** The pages that the owner writes: those of the shop and his own. */
export function SitePages() {
  const [adding, setAdding] = useAdding()
  const columns = useMemo(columnsOf, [])
  return (
    <>
      <Head title={t`Pages`} note={t`Legal pages, questions and pages of your own, in every language of the shop.`}>
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} />
          {t`Add page`}
        </Button>
      </Head>
      <DataTable
        name="pages"
        label={t`Pages`}
        count={(n, written) => plural(n, { one: "1 page", other: `${written} pages` })}
        read={read}
        columns={columns}
        rowName={(page: ListedPage) => nameOf(page)}
        limit={20}
        empty={t`No pages yet.`}
      />
      <Dialog open={adding} onClose={() => setAdding(false)} title={t`Add page`}>
        {adding && <Form />}
      </Dialog>
    </>
  )
}

export const nameOf = ({ builtin, title, slug }: Pick<SitePage, "builtin" | "title" | "slug">) =>
  builtin ? builtinNames[builtin] : title || slug

function Form() {
  const navigate = useNavigate()
  const form = useZodForm(NewPage, { slug: "" })
  const sending = useSending(form, async (body: NewPage) => {
    const { id } = await call("POST /admin/pages", { body })
    return () => void navigate(`/admin/pages/${id}`)
  })
  return (
    <ItemForm form={form} sending={sending} failed={sitePageTexts.saveFailed} action={t`Add page`}>
      <TextField
        label={t({ context: "of a page", message: "Address" })}
        hint={t`The end of the page's address: “about-us” becomes /pages/about-us.`}
        maxLength={pageLimits.slug}
        required
        autoComplete="off"
        autoCapitalize="none"
        {...form.register("slug")}
        error={form.formState.errors.slug?.message}
      />
    </ItemForm>
  )
}

function columnsOf(): Column<ListedPage>[] {
  return [
    {
      id: "title",
      header: t`Page`,
      title: true,
      cell: (page) =>
        page.may_edit ? (
          <Link
            to={`/admin/pages/${page.id}`}
            className="inline-flex min-h-9 items-center font-semibold hover:underline"
          >
            {nameOf(page)}
          </Link>
        ) : (
          <span className="font-semibold">{nameOf(page)}</span>
        ),
      text: nameOf,
    },
    {
      id: "state",
      header: t`Status`,
      tag: true,
      cell: ({ state }) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      text: ({ state }) => stateNames[state],
    },
    {
      id: "path",
      header: t({ context: "of a page", message: "Address" }),
      cell: ({ path }) => <span className="wrap-anywhere">{path}</span>,
      text: ({ path }) => path,
    },
    {
      id: "place",
      header: t({ context: "of a link", message: "Shown in" }),
      extra: true,
      isEmpty: ({ builtin }) => builtin !== null,
      cell: ({ builtin, place }) => (builtin ? "" : placeNames[place]),
      text: ({ builtin, place }) => (builtin ? "" : placeNames[place]),
    },
    {
      id: "languages",
      header: t`Languages`,
      extra: true,
      isEmpty: (page) => page.languages.length === 0,
      cell: (page) => page.languages.map((name) => languages[name]).join(", "),
      text: (page) => page.languages.join(" "),
    },
    {
      id: "changed",
      header: t`Changed`,
      extra: true,
      isEmpty: ({ updated_by }) => updated_by === null,
      cell: ({ updated_at, updated_by }) => (updated_by ? t`${shortDate(updated_at)} by ${updated_by}` : ""),
      text: ({ updated_at }) => updated_at,
    },
  ]
}
