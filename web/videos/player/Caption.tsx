import { type RefObject, useEffect, useState } from "react"

/**
 * What is said at this moment of the film. The browser's own captions lie where the controls are; ours move out of their way.
 * Only where the browser shows the film in a window or player of its own, it shows them itself.
 */
export function Caption({ film, on }: { film: RefObject<HTMLVideoElement | null>; on: boolean }) {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    const video = film.current
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
  }, [film, on])
  if (!on || lines.length === 0) return null
  return (
    <p className="player-caption">
      <span>{lines.join("\n")}</span>
    </p>
  )
}
