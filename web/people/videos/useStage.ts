import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { generalTexts } from "#contract/texts.ts"
import type { Video, VideoLikes } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { call, explain } from "../../platform/api/client.ts"
import { type Me, refetchUser, useMe } from "../../platform/auth/user.ts"
import { useNavigate } from "../../platform/router.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { mayWatch, useVideo } from "./videos.ts"

function failureOf(status: Me["status"], error: unknown): string | null {
  if (status === "failed") return generalTexts.tryAgainLater
  return error ? explain(error) : null
}

export type Stage = ReturnType<typeof useStage>

/** Decides what a video's page shows: the player, an offer or an error. */
export function useStage(facts: Video) {
  const { id } = facts
  const me = useMe()
  const user = me.status === "in" ? me.user : null
  const query = useVideo(id, user)
  const client = useQueryClient()
  const go = useNavigate()
  const [likes, setLikes] = useState<VideoLikes | null>(null)
  const [isLiking, setLiking] = useState(false)
  const [broken, setBroken] = useState(false)
  const [failedAt, setFailedAt] = useState(0)
  const asked = useRef(0)
  const isAsking = useRef(false)
  const url = query.data?.url
  // The position belongs to the next link: with the failed one, the player would load that again meanwhile.
  const [played, setPlayed] = useState({ url, startAt: 0 })
  if (played.url !== url) setPlayed({ url, startAt: failedAt })
  const playable = query.data && !query.data.locked ? { ...query.data, ...likes } : null

  /** The link or the level may have expired, so it refetches once to find out. */
  const recover = useCallback(
    async (at: number) => {
      // The video and `play()` may both report the same failure.
      if (isAsking.current) return
      setFailedAt(at)
      if (Date.now() - asked.current < 15_000) return setBroken(true)
      asked.current = Date.now()
      isAsking.current = true
      const { data, isError } = await query.refetch()
      isAsking.current = false
      // The same link would fail again.
      if (isError || !data || data.url === url) return setBroken(true)
      if (data.locked) {
        toast(videoTexts.notAllowed, { kind: "error" })
        await refetchUser(client)
        go("/vip-content")
      }
    },
    [query.refetch, url, client, go],
  )

  async function like() {
    setLiking(true)
    try {
      setLikes(await call(`POST /videos/${id}/likes`))
    } catch (error) {
      toast(videoTexts.likeFailed, { kind: "error", description: explain(error) })
    }
    setLiking(false)
  }

  /** The page does not wait for the view to be counted, and ignores its failure. */
  const countView = useCallback(() => {
    call(`POST /videos/${id}/views`).catch(() => undefined)
  }, [id])

  return {
    playable,
    /** True while the user or the video is loading. */
    isWaiting: me.status === "loading" || (mayWatch(user) && query.isPending),
    isLocked: !mayWatch(user) || query.data?.locked === true,
    failure: failureOf(me.status, query.data ? null : query.error),
    askAgain: () => (me.status === "failed" ? me.retry() : void query.refetch()),
    broken,
    startAt: played.startAt,
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
