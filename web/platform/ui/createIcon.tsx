import type { ReactNode, SVGProps } from "react"
import { cx } from "./cx.ts"

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Pixels. */
  size?: number
}

export type Icon = (props: IconProps) => ReactNode

/** The inside is written once instead of built at every rendering: a list of 24 models shows 70 icons. */
export default function createIcon(drawing: string, kind = "lucide"): Icon {
  const inside = { __html: drawing }
  // biome-ignore lint/correctness/noComponentHookFactories: called once an icon, when its module is loaded
  return function Icon({ size = 24, strokeWidth = 2, className, ...rest }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        strokeWidth={strokeWidth === 2 ? undefined : strokeWidth}
        className={cx(kind, className)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing comes from a package, at build time
        dangerouslySetInnerHTML={inside}
        {...rest}
      />
    )
  }
}
