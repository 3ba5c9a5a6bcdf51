import { useMemo, useState } from "react"
import { useSearchParams } from "react-router"
import { adminTexts } from "#contract/adminText.ts"
import type { Doll } from "#contract/catalog.ts"
import { modelColumns } from "#contract/modelSheet.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import type { BulkAction, Column } from "../../backoffice/table/columns.ts"
import { actionsColumn, createdColumn } from "../../backoffice/table/commonColumns.tsx"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { shortDate } from "../../backoffice/table/dates.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { money } from "../../platform/ui/format.ts"
import { Plus, Table2 } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { categoryNames } from "../../shopfront/shop/categories.ts"
import { hasToken } from "../parts/needToken.ts"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import { AddModel, picturesOf } from "./AddModel.tsx"
import { Archive } from "./Archive.tsx"
import { duplicate } from "./duplicate.ts"
import { ImportModels } from "./ImportModels.tsx"
import { restore } from "./restore.ts"

const read = listAt("GET /dolls")
const everything = { all: "1" }
const filters = [
  {
    name: "category",
    label: t`Category`,
    options: [["", t`All categories`], ...Object.entries(categoryNames)] as [string, string][],
  },
  {
    name: "drafts",
    label: t`Publishing`,
    options: [
      ["", t`Published and drafts`],
      ["1", t`Drafts only`],
    ] as [string, string][],
  },
  {
    name: "archived",
    label: t`Archived models`,
    options: [
      ["", t`Not archived`],
      ["1", t`Archived`],
    ] as [string, string][],
  },
]
const views = [
  { label: t`All`, query: "" },
  ...Object.entries(categoryNames).map(([category, label]) => ({ label, query: `category=${category}` })),
  { label: t`Drafts`, query: "drafts=1" },
  { label: t`Archived`, query: "archived=1" },
]

export function Models() {
  const [adding, setAdding] = useAdding()
  const [doomed, setDoomed] = useState<Pick<Doll, "id" | "name">[]>([])
  const columns = useMemo(() => columnsOf((doll) => setDoomed([doll])), [])
  const isArchive = useSearchParams()[0].get("archived") === "1"
  const restoring: BulkAction<Doll>[] = [{ label: t`Restore`, run: (dolls) => void restore(dolls) }]
  const bulk: BulkAction<Doll>[] = [
    { label: t`Show in shop`, run: (dolls) => void offer(dolls, true) },
    { label: t`Make unavailable`, run: (dolls) => void offer(dolls, false) },
    { label: t`Archive`, danger: true, run: setDoomed },
  ]
  return (
    <>
      <Head title={t`Models`}>
        <ImportModels />
        <ButtonLink to="/admin/models/grid" variant="outline" className="max-md:px-3">
          <Table2 aria-hidden size={18} className="md:hidden" />
          <span className="max-md:sr-only">{t`Bulk edit`}</span>
        </ButtonLink>
        {!adding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden size={18} className="max-md:hidden" />
            {t`New model`}
          </Button>
        )}
      </Head>
      {adding && <AddModel onClose={() => setAdding(false)} />}
      <DataTable
        name="models"
        label={t`Models`}
        count={(n, written) => plural(n, { one: "1 model", other: `${written} models` })}
        read={read}
        fixed={everything}
        columns={columns}
        rowName={({ name }) => name}
        limit={10}
        search={t`Search models`}
        filters={filters}
        views={views}
        csv="/dolls"
        file={modelColumns}
        bulk={isArchive ? restoring : bulk}
        empty={isArchive ? t`No archived models.` : adminTexts.noModels}
        emptyMore={!adding && <Button onClick={() => setAdding(true)}>{t`New model`}</Button>}
      />
      <Archive dolls={doomed} onClose={() => setDoomed([])} />
    </>
  )
}

function columnsOf(archive: (doll: Doll) => void): Column<Doll>[] {
  return [
    {
      id: "image",
      header: t`Image`,
      picture: true,
      cell: ({ images, name }) => (
        <div className="w-12 md:w-8">
          <Picture
            image={images.find((image) => image.is_primary) ?? images[0] ?? null}
            alt={images.length > 0 ? "" : t`${name} has no image yet`}
            sizes="48px"
            className="aspect-4/5 object-cover"
          />
        </div>
      ),
    },
    {
      id: "name",
      header: t`Name`,
      title: true,
      sort: { asc: "name", desc: "name_desc" },
      cell: ({ id, name }) => (
        <Link to={`/admin/model/edit/${id}`} className="inline-flex min-h-9 items-center font-semibold hover:underline">
          {name}
        </Link>
      ),
      text: ({ name }) => name,
    },
    {
      id: "price",
      header: t`Price`,
      end: true,
      sort: { asc: "price_asc", desc: "price_desc" },
      cell: ({ price }) => money(price),
      text: ({ price }) => price,
    },
    {
      id: "category",
      header: t`Category`,
      extra: true,
      sort: { asc: "category", desc: "category_desc" },
      cell: ({ doll_category }) => <span className="whitespace-nowrap">{categoryNames[doll_category]}</span>,
      text: ({ doll_category }) => categoryNames[doll_category],
    },
    {
      id: "stock",
      header: t`Stock`,
      end: true,
      sort: { asc: "stock_asc", desc: "stock_desc" },
      cell: ({ stock }) => (stock === null ? t`Made to order` : stock),
      text: ({ stock }) => stock ?? t`made to order`,
    },
    { id: "state", header: t`State`, tag: true, cell: stateOf, text: (doll) => stateWord(doll)[1] },
    createdColumn("created", t`Added`),
    actionsColumn(
      ({ name }) => name,
      (doll) => [
        { label: t`Edit`, to: `/admin/model/edit/${doll.id}` },
        ...(doll.draft
          ? [
              { label: t`Add pictures`, to: picturesOf(doll.id) },
              { label: t`Preview`, to: `/admin/model/preview/${doll.id}` as const },
            ]
          : []),
        { label: t`Duplicate`, run: () => void duplicate(doll) },
        doll.archived_at
          ? { label: t`Restore`, run: () => void restore([doll]) }
          : { label: t`Archive`, danger: true, run: () => archive(doll) },
      ],
    ),
  ]
}

const stateWord = ({ archived_at, draft, publish_at, needs_approval, is_available, in_stock }: Doll) =>
  archived_at
    ? (["neutral", t`Archived`] as const)
    : draft
      ? (["info", publish_at ? t`Scheduled, ${shortDate(publish_at)}` : t`Draft`] as const)
      : needs_approval
        ? (["warn", t`Needs approval`] as const)
        : !is_available
          ? (["neutral", t`Unavailable`] as const)
          : in_stock
            ? (["success", t`In shop`] as const)
            : (["danger", t`Sold out`] as const)

function stateOf(doll: Doll) {
  const [tone, word] = stateWord(doll)
  return (
    <span className="whitespace-nowrap">
      <Tag tone={tone} dot>
        {word}
      </Tag>
    </span>
  )
}

async function offer(dolls: Doll[], is_available: boolean): Promise<void> {
  if (!hasToken()) return
  try {
    for (const { id } of dolls) await call(`PATCH /dolls/${id}`, { body: { is_available } })
    toast(modelAdminTexts.updated, { key: "offer", kind: "success" })
  } catch (error) {
    toast(modelAdminTexts.updateFailed, { description: explain(error), key: "offer", kind: "error" })
  }
  refresh("models")
}
