import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { generalTexts } from "#contract/texts.ts"
import type { Video, VideoLikes } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { call, explain } from "../api/client.ts"
import { knowAgain, type Me, useMe } from "../session/account.ts"
import { toast } from "../ui/toast.tsx"
import { mayWatch, useFilm } from "./films.ts"

function failureOf(status: Me["status"], error: unknown): string | null {
  if (status === "failed") return generalTexts.tryAgainLater
  return error ? explain(error) : null
}

export type Stage = ReturnType<typeof useStage>

/** What stands on the stage of a video's page: the film, a locked door, or what went wrong. */
export function useStage(facts: Video) {
  const { id } = facts
  const me = useMe()
  const user = me.status === "in" ? me.user : null
  const query = useFilm(id, user)
  const client = useQueryClient()
  const go = useNavigate()
  const [likes, setLikes] = useState<VideoLikes | null>(null)
  const [isLiking, setLiking] = useState(false)
  const [broken, setBroken] = useState(false)
  const [startAt, setStartAt] = useState(0)
  const asked = useRef(0)
  const isAsking = useRef(false)
  const url = query.data?.url
  const film = query.data && !query.data.locked ? { ...query.data, ...likes } : null

  /** A link may have ended, or the level with it: asked again once, and then it is known which. */
  const recover = useCallback(
    async (at: number) => {
      // One end of a film may be heard twice, from the film and from who told it to play.
      if (isAsking.current) return
      setStartAt(at)
      if (Date.now() - asked.current < 15_000) return setBroken(true)
      asked.current = Date.now()
      isAsking.current = true
      const { data, isError } = await query.refetch()
      isAsking.current = false
      // The same link once more would lead to the same end.
      if (isError || !data || data.url === url) return setBroken(true)
      if (data.locked) {
        toast(videoTexts.notAllowed, { kind: "error" })
        await knowAgain(client)
        go("/vip-content")
      }
    },
    [query.refetch, url, client, go],
  )

  async function like() {
    setLiking(true)
    try {
      setLikes(await call<VideoLikes>(`POST /videos/${id}/likes`))
    } catch (error) {
      toast(videoTexts.likeFailed, { kind: "error", description: explain(error) })
    }
    setLiking(false)
  }

  /** Nobody waits for the count, and a film is not stopped because of it. */
  const countView = useCallback(() => {
    call(`POST /videos/${id}/views`).catch(() => undefined)
  }, [id])

  return {
    film,
    /** Who is here is not known yet, or the film is being asked for. */
    isWaiting: me.status === "loading" || (mayWatch(user) && query.isPending),
    isLocked: !mayWatch(user) || query.data?.locked === true,
    failure: failureOf(me.status, query.data ? null : query.error),
    askAgain: () => (me.status === "failed" ? me.retry() : void query.refetch()),
    broken,
    startAt,
    recover,
    tryAgain: () => {
      asked.current = 0
      setBroken(false)
      void query.refetch()
    },
    countView,
    like,
    isLiking,
  }
}
