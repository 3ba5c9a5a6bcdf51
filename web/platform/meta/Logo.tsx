import type { ReactNode } from "react"
import { logos } from "./look.ts"
import { shopName } from "./shop.ts"

interface LogoProps {
  /** Rooms that are dark in both themes have the dark logo, and paper the light one. */
  on?: "page" | "night" | "paper"
  /** What a shop without a logo shows. */
  children: ReactNode
}

export function Logo({ on = "page", children }: LogoProps) {
  const [light, dark] = logos() ?? []
  if (!light) return children
  const { url, width, height } = (on === "night" && dark) || light
  return (
    <picture>
      {dark && on === "page" && <source media="(prefers-color-scheme: dark)" srcSet={dark.url} />}
      <img src={url} width={width} height={height} alt={shopName()} className="shrink-0 object-contain" />
    </picture>
  )
}
