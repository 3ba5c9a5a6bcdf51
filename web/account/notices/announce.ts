import { alertTexts } from "#contract/texts.ts"
import { queries } from "../../api/queries.ts"
import { snapshot } from "../../session/session.ts"
import { toast } from "../../ui/toast.tsx"
import { preferencesQuery } from "../preferences.ts"
import { beep } from "./beep.ts"
import { permission, showNotification } from "./browser.ts"

export interface Announcement {
  title: string
  /** Neutral: somebody else may see the screen. */
  body: string
  /** A path on this site. */
  link: string | null
  /** What was written; it takes the place of `body` for who wants to see it in notifications. */
  preview?: string | (() => Promise<string | null>)
  /** Two tabs that announce the same show one notification. */
  tag?: string
  /** What staff may choose not to be told of. */
  about?: "messages" | "flagged"
}

let follow = (link: string) => location.assign(link)

/** Where a pressed notification leads, without loading the page anew. */
export function followLinksWith(way: (link: string) => void): void {
  follow = way
}

export const followLink = (link: string) => follow(link)

/** Tells of something new as the account wishes it: in the page, by the browser while nobody looks at the page, and by a sound. */
export async function announce({ title, body, link, preview, tag, about }: Announcement): Promise<void> {
  const wishes = await wished()
  if (about && !wishes[`tell_${about}`]) return
  const text = (wishes.text_previews && (await told(preview))) || body
  toast(title, {
    description: text || undefined,
    action: link ? { label: "Open", run: () => follow(link) } : undefined,
  })
  if (wishes.browser_notifications && permission() === "granted" && !document.hasFocus()) {
    showNotification({ title, body: text, tag, open: link ? () => follow(link) : undefined })
  }
  if (wishes.sound) void beep()
}

/** Asked for only if it is wanted. */
async function told(preview: Announcement["preview"]): Promise<string | null> {
  if (typeof preview !== "function") return preview ?? null
  return preview().catch(() => null)
}

/** Shown whether or not somebody looks: that is what a test is for. */
export async function announceTest(): Promise<void> {
  showNotification(alertTexts.test)
  if ((await wished()).sound) void beep()
}

/** Sound is on unless it was switched off; everything else only when it was asked for. */
async function wished() {
  const { user } = snapshot()
  const known =
    user &&
    (await queries()
      .fetchQuery(preferencesQuery(user.uuid))
      .catch(() => null))
  return (
    known ?? {
      browser_notifications: false,
      sound: true,
      text_previews: false,
      tell_messages: true,
      tell_flagged: true,
    }
  )
}
