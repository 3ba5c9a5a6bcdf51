import type { Logo } from "#contract/brand.ts"

/** What pages need of the shop's own look; for a shop that has none, all is empty. */
export interface Dress {
  /** The style that a page begins with, with the colours and corners. */
  style: string
  /** The colours of the browser's own frame around the page. */
  frame: { light: string; dark: string } | null
  /** The logo at the size of a page, and that of the dark theme. */
  logo: Logo | null
  logoDark: Logo | null
  /** The folder of the icons. */
  icons: string | null
  /** The address of the typefaces' files without its end, if they are others than those of a new shop. */
  faces: string | null
}

let given: Dress = { style: "", frame: null, logo: null, logoDark: null, icons: null, faces: null }

/** The server sets this before each render. */
export function setDress(dress: Dress): void {
  given = dress
}

/** Only for what the server alone renders. */
export const dressAsSet = () => given

/** The attributes of <html> that the browser reads. */
export const dressData = () => ({
  "data-logo": given.logo ? JSON.stringify([given.logo, given.logoDark]) : undefined,
  "data-icons": given.icons ?? undefined,
  "data-faces": given.faces?.split("/").at(-1),
})

export function logos(): [light: Logo, dark: Logo | null] | null {
  if (import.meta.env.SSR) return given.logo && [given.logo, given.logoDark]
  const { logo } = document.documentElement.dataset
  return logo ? JSON.parse(logo) : null
}

/** The picture that stands for the shop where it is linked to. Its address changes with the logo. */
export function socialPicture(): string {
  const [logo] = logos() ?? []
  return logo ? `/brand/social.jpg?${logo.url.slice(7, 15)}` : "/og.jpg"
}
