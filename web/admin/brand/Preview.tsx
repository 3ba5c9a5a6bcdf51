import type { CSSProperties } from "react"
import { type Colors, defaultLook, familiesOf, type Look, roomsOf, tokens } from "#contract/brand.ts"
import { t } from "#contract/t.ts"
import { shopName } from "../../platform/meta/shop.ts"
import { buttonClass } from "../../platform/ui/Button.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import { styleOfFaces } from "./applyLook.ts"

interface PreviewProps {
  colors: Colors
  corners: Look["corners"]
  faces: Look["faces"]
  logo: string | null
  logoDark: string | null
}

/** Parts of the shop in both themes, as they will look. They can be seen, and not used. */
export function Preview({ colors, corners, faces, logo, logoDark }: PreviewProps) {
  const rooms = roomsOf(colors)
  const { display, text } = familiesOf(faces)
  return (
    <div className="grid gap-5">
      {faces !== defaultLook.faces && <link rel="stylesheet" href={styleOfFaces(faces)} />}
      {(["light", "dark"] as const).map((theme) => {
        const room = rooms[theme]
        const isLight = theme === "light"
        const style = {
          colorScheme: theme,
          ...Object.fromEntries(tokens.map((token) => [`--${token}`, room[token]])),
          "--primary": isLight ? room.accent : room.ink,
          "--neutral-soft": isLight ? room.sunken : room.line,
          "--corner": corners === "soft" ? "8px" : "2px",
          "--display": display,
          fontFamily: text,
        } as CSSProperties
        const shown = isLight ? logo : (logoDark ?? logo)
        return (
          <figure key={theme}>
            <figcaption className="mb-1 text-ink-2 text-meta">{isLight ? t`Light theme` : t`Dark theme`}</figcaption>
            <div
              inert
              data-preview={theme}
              style={style}
              className="grid gap-4 rounded-card border border-line bg-canvas p-4 text-ink"
            >
              <div className="border-line border-b pb-3">
                {shown ? (
                  <img src={shown} alt="" className="h-9 max-w-44 object-contain object-left" />
                ) : (
                  <span className="font-display text-h3">{shopName()}</span>
                )}
              </div>
              <div className="placard grid gap-2 pt-3">
                <p className="font-display text-h2">{t`A heading`}</p>
                <p className="text-ink-2">{t`Most texts have this color.`}</p>
                <p className="text-ink-3 text-meta">{t`Remarks are smaller`}</p>
                <p className="flex flex-wrap gap-2">
                  <Tag tone="celadon">{t`In stock`}</Tag>
                  <Tag tone="plum">{t`New`}</Tag>
                  <Tag tone="gilt">VIP</Tag>
                  <Tag tone="danger">{t`Sold out`}</Tag>
                </p>
              </div>
              <div className="rounded-card border border-line-strong bg-surface px-3 py-2 text-ink-3">{t`A field`}</div>
              <div className="flex flex-wrap items-center gap-3">
                <span className={buttonClass("primary")}>{t`Add to cart`}</span>
                <span className={buttonClass("outline")}>{t`View all`}</span>
                <span className="link">{t`A link`}</span>
              </div>
              <p className="w-fit rounded-card bg-celadon-soft px-3 py-2">{t`Your own message`}</p>
            </div>
          </figure>
        )
      })}
    </div>
  )
}
