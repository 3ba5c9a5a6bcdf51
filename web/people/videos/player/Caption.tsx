import { type RefObject, useEffect, useState } from "react"

/** The current caption. The controls would cover native captions, so these are shown only in the full screen of iOS. */
export function Caption({ videoRef, on }: { videoRef: RefObject<HTMLVideoElement | null>; on: boolean }) {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    const video = videoRef.current
    const [track] = video?.textTracks ?? []
    if (!video || !track) return
    const isElsewhere = () => (video as { webkitDisplayingFullscreen?: boolean }).webkitDisplayingFullscreen === true
    const show = () => {
      track.mode = !on ? "disabled" : isElsewhere() ? "showing" : "hidden"
      setLines([...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text.replace(/<[^>]*>/g, "")))
    }
    const moves = ["webkitbeginfullscreen", "webkitendfullscreen"]
    show()
    track.addEventListener("cuechange", show)
    for (const move of moves) video.addEventListener(move, show)
    return () => {
      track.removeEventListener("cuechange", show)
      for (const move of moves) video.removeEventListener(move, show)
    }
  }, [videoRef, on])
  if (!on || lines.length === 0) return null
  return (
    <p className="player-caption">
      <span>{lines.join("\n")}</span>
    </p>
  )
}
