import { useState } from "react"
import { cx } from "./cx.ts"
import { Placeholder } from "./Picture.tsx"

/** A small picture from one URL, with a placeholder when it fails. */
export function Thumb({ src, className }: { src: string | null; className?: string }) {
  const [failed, setFailed] = useState(false)
  const shape = cx("aspect-4/5 rounded-card bg-sunken object-cover", className)
  if (!src || failed) {
    return (
      <span aria-hidden className={cx("block", className)}>
        <Placeholder label="" className="rounded-card" />
      </span>
    )
  }
  return (
    <img src={src} alt="" width={80} height={100} loading="lazy" onError={() => setFailed(true)} className={shape} />
  )
}
