import { useMemo, useState } from "react"
import { plural, t } from "#contract/t.ts"
import type { ListedVideo } from "#contract/videos.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import type { BulkAction, Column } from "../../backoffice/table/columns.ts"
import { actionsColumn, createdColumn, Opener } from "../../backoffice/table/commonColumns.tsx"
import { DataTable } from "../../backoffice/table/DataTable.tsx"
import { useShown } from "../../backoffice/table/shown.ts"
import { listAt, refresh } from "../../backoffice/table/useRows.ts"
import { Poster } from "../../people/videos/Poster.tsx"
import { clock } from "../../people/videos/player/times.ts"
import { call, explain, unlessGone } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Upload } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"
import { useAdding } from "../parts/useAdding.ts"
import { Head } from "../shell/Head.tsx"
import { EditVideo } from "./EditVideo.tsx"
import { useModels } from "./Fields.tsx"
import { UploadVideo } from "./UploadVideo.tsx"

const read = listAt("GET /videos/")
const everything = { all: "1" }

export function VideosTab() {
  const [adding, setAdding] = useAdding()
  const { id: edited, show, close } = useShown("video")
  const [doomed, setDoomed] = useState<ListedVideo[]>([])
  const models = useModels()
  const filters = useMemo(
    () => [
      {
        name: "doll_id",
        label: t`Model`,
        options: [
          ["", t`All models`],
          ...(models.data ?? []).map(({ id, name }) => [String(id), name] as [string, string]),
        ] as [string, string][],
        accepts: /^[1-9]\d{0,8}$/,
      },
    ],
    [models.data],
  )
  const columns = useMemo(() => columnsOf({ edit: show, remove: (video) => setDoomed([video]) }), [show])
  const bulk: BulkAction<ListedVideo>[] = [{ label: t`Delete`, danger: true, run: setDoomed }]
  return (
    <>
      <Head title={t`Videos`}>
        {!adding && (
          <Button onClick={() => setAdding(true)}>
            <Upload aria-hidden size={18} />
            {t`Upload a video`}
          </Button>
        )}
      </Head>
      {adding && <UploadVideo onClose={() => setAdding(false)} />}
      <DataTable
        name="videos"
        label={t`Videos`}
        count={(n, written) => plural(n, { one: "1 video", other: `${written} videos` })}
        read={read}
        fixed={everything}
        columns={columns}
        rowName={({ title }) => title}
        limit={100}
        search={t`Search videos`}
        filters={filters}
        csv="/videos/"
        bulk={bulk}
        empty={t`No videos found.`}
        emptyMore={!adding && <Button onClick={() => setAdding(true)}>{t`Upload a video`}</Button>}
        failed={videoAdminTexts.fetchFailed}
      />
      <EditVideo id={edited} onClose={() => close()} />
      <Remove videos={doomed} onClose={() => setDoomed([])} />
    </>
  )
}

interface VideoActions {
  edit(id: number): void
  remove(video: ListedVideo): void
}

function columnsOf({ edit, remove }: VideoActions): Column<ListedVideo>[] {
  return [
    {
      id: "thumbnail",
      header: t`Thumbnail`,
      picture: true,
      cell: (video) => <Poster video={video} sizes="96px" className="w-20" />,
    },
    {
      id: "title",
      header: t`Title`,
      title: true,
      cell: ({ id, title }) => <Opener open={() => edit(id)}>{title}</Opener>,
      text: ({ title }) => title,
    },
    { id: "model", header: t`Model`, cell: ({ model_name }) => model_name, text: ({ model_name }) => model_name },
    {
      id: "length",
      header: t`Length`,
      extra: true,
      end: true,
      cell: ({ duration }) => (duration === null ? "unknown" : clock(duration)),
      text: ({ duration }) => duration,
    },
    {
      id: "views",
      header: t`Views`,
      extra: true,
      end: true,
      sort: { asc: "views_asc", desc: "views" },
      cell: ({ views }) => views,
      text: ({ views }) => views,
    },
    {
      id: "likes",
      header: t`Likes`,
      extra: true,
      end: true,
      sort: { asc: "likes_asc", desc: "likes" },
      cell: ({ likes }) => likes,
      text: ({ likes }) => likes,
    },
    { id: "state", header: t`State`, tag: true, cell: stateOf, text: (video) => wordOf(video)[1] },
    createdColumn("created", t`Added`),
    actionsColumn(
      ({ title }) => title,
      (video) => [
        { label: t`Edit`, run: () => edit(video.id) },
        { label: t`View page`, to: `/video/${video.id}` },
        { label: t`Delete`, danger: true, run: () => remove(video) },
      ],
    ),
  ]
}

function wordOf({ file, is_published, needs_approval, release_date, is_featured }: ListedVideo) {
  if (!file) return ["warn", t`Needs a file`] as const
  if (needs_approval) return ["warn", t`Needs approval`] as const
  if (is_published === false) return ["danger", t`Hidden`] as const
  if (release_date && release_date > new Date().toISOString().slice(0, 10)) return ["info", t`Scheduled`] as const
  return is_featured ? (["celadon", t`Featured`] as const) : (["success", t`Published`] as const)
}

function stateOf(video: ListedVideo) {
  const [tone, word] = wordOf(video)
  return (
    <Tag tone={tone} dot>
      {word}
    </Tag>
  )
}

function Remove({ videos, onClose }: { videos: ListedVideo[]; onClose(): void }) {
  const [first] = videos
  const many = videos.length > 1
  const run = async () => {
    if (!hasToken()) return
    try {
      for (const { id } of videos) await call(`DELETE /videos/${id}`).catch(unlessGone)
      toast(many ? plural(videos.length, { other: `${videos.length} videos deleted` }) : t`“${first!.title}” deleted`, {
        key: "delete",
        kind: "success",
      })
    } catch (error) {
      toast(videoAdminTexts.deleteFailed, { description: explain(error), key: "delete", kind: "error" })
    }
    refresh("videos")
  }
  return (
    <Confirm
      open={videos.length > 0}
      onClose={onClose}
      title={
        many
          ? plural(videos.length, { other: `Delete ${videos.length} videos?` })
          : t`Delete “${first?.title ?? t`this video`}”?`
      }
      action={many ? plural(videos.length, { other: `Delete ${videos.length} videos` }) : t`Delete video`}
      onConfirm={run}
    >
      <Trans>
        {many ? t`The files, views and likes will be deleted too.` : t`The file, views and likes will be deleted too.`}{" "}
        This can't be undone.
      </Trans>
    </Confirm>
  )
}
