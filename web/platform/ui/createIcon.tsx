import type { SVGProps } from "react"
import { cx } from "./cx.ts"

interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Pixels. */
  size?: number
}

/**
 * Stands in for lucide's own `createLucideIcon` (see vite.config.ts): the same drawing from the same data, its inside
 * written once instead of built at every rendering. A list of 24 models shows 70 icons.
 */
export default function createIcon({ node }: IconData) {
  const inside = { __html: node.map(([tag, attributes]) => `<${tag}${written(attributes)}/>`).join("") }
  // biome-ignore lint/correctness/noComponentHookFactories: called once an icon, when its module is loaded
  return function Icon({ size = 24, strokeWidth = 2, className, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        strokeWidth={strokeWidth === 2 ? undefined : strokeWidth}
        className={cx("lucide", className)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing comes from the library, at build time
        dangerouslySetInnerHTML={inside}
        {...rest}
      />
    )
  }
}

function written(attributes: Record<string, string>): string {
  const own = Object.entries(attributes).filter(([name]) => name !== "key")
  return own.map(([name, value]) => ` ${name}="${value}"`).join("")
}
