import { useMemo, useState } from "react"
import { useSearchParams } from "react-router"
import { languages } from "#contract/languages.ts"
import { type ListedNewsletter, newsletterAdminTexts } from "#contract/newsletters.ts"
import { locale, plural, t } from "#contract/t.ts"
import type { Column } from "../../backoffice/table/columns.ts"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { listAt } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Link, useNavigate } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Plus } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Head } from "../shell/Head.tsx"
import { ImportSubscribers } from "./ImportSubscribers.tsx"
import { titleOf } from "./NewsletterHead.tsx"
import { NewsletterPage } from "./NewsletterPage.tsx"
import { figureNames, stateNames, stateTones } from "./names.ts"
import { Subscribers } from "./Subscribers.tsx"

const read = listAt("GET /admin/newsletters")

/** The newsletters with their figures, one of them, or the list of subscribers. */
export function Newsletters() {
  const [params] = useSearchParams()
  const id = Number(params.get("newsletter"))
  return id > 0 ? <NewsletterPage key={id} id={id} /> : <Lists isOfReaders={params.get("list") === "subscribers"} />
}

/** It has no route of its own: the list of routes is a part of every public page. */
const addressOf = ({ id }: { id: number }) => `/admin?tab=newsletter&newsletter=${id}` as const

function Lists({ isOfReaders }: { isOfReaders: boolean }) {
  const columns = useMemo(columnsOf, [])
  const lists = [
    { to: "/admin?tab=newsletter", label: t`Newsletters`, isOpen: !isOfReaders },
    { to: "/admin?tab=newsletter&list=subscribers", label: t`Subscribers`, isOpen: isOfReaders },
  ] as const
  return (
    <>
      <Head title={t`Newsletter`} note={t`Write to those who subscribed, in their language.`}>
        {isOfReaders ? <ImportSubscribers /> : <AddNewsletter />}
      </Head>
      <nav aria-label={t`Lists`} className="mb-4 flex gap-6">
        {lists.map(({ to, label, isOpen }) => (
          <Link
            key={to}
            to={to}
            aria-current={isOpen ? "page" : undefined}
            className={cx("inline-flex min-h-11 items-center text-ui", isOpen ? "font-semibold" : "link")}
          >
            {label}
          </Link>
        ))}
      </nav>
      {isOfReaders ? (
        <Subscribers />
      ) : (
        <DataTable
          name="newsletters"
          label={t`Newsletters`}
          count={(n, written) => plural(n, { one: "1 newsletter", other: `${written} newsletters` })}
          read={read}
          columns={columns}
          rowName={(newsletter: ListedNewsletter) => titleOf(newsletter)}
          limit={20}
          empty={t`No newsletters yet.`}
        />
      )}
    </>
  )
}

function AddNewsletter() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      void navigate(addressOf(await call("POST /admin/newsletters")))
    } catch (error) {
      setBusy(false)
      toast(newsletterAdminTexts.saveFailed, { description: explain(error), kind: "error" })
    }
  }
  return (
    <Button busy={busy} onClick={() => void add()}>
      <Plus aria-hidden size={18} />
      {t`Write newsletter`}
    </Button>
  )
}

function columnsOf(): Column<ListedNewsletter>[] {
  const figure = (name: keyof ListedNewsletter["figures"], isExtra = true): Column<ListedNewsletter> => ({
    id: name,
    header: figureNames[name],
    end: true,
    extra: isExtra,
    isEmpty: ({ state }) => state === "draft" || state === "scheduled",
    cell: ({ state, figures }) =>
      state === "draft" || state === "scheduled" ? "" : figures[name].toLocaleString(locale),
    text: ({ figures }) => figures[name],
  })
  return [
    {
      id: "title",
      header: t({ context: "of a newsletter", message: "Title" }),
      title: true,
      cell: (newsletter) => (
        <Link
          to={addressOf(newsletter)}
          className="wrap-anywhere inline-flex min-h-9 items-center font-semibold hover:underline"
        >
          {titleOf(newsletter)}
        </Link>
      ),
      text: titleOf,
    },
    {
      id: "state",
      header: t`Status`,
      tag: true,
      cell: ({ state }) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      text: ({ state }) => stateNames[state],
    },
    {
      id: "when",
      header: t({ context: "of sending", message: "When" }),
      isEmpty: ({ send_at }) => send_at === null,
      cell: ({ send_at }) => (send_at ? shortDate(send_at) : ""),
      text: ({ send_at }) => send_at,
    },
    figure("recipients", false),
    figure("sent"),
    figure("failed"),
    figure("bounced"),
    figure("complained"),
    figure("unsubscribed"),
    {
      id: "languages",
      header: t`Languages`,
      extra: true,
      isEmpty: (newsletter) => newsletter.languages.length === 0,
      cell: (newsletter) => newsletter.languages.map((name) => languages[name]).join(", "),
      text: (newsletter) => newsletter.languages.join(" "),
    },
  ]
}
