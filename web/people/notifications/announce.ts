import { alertTexts } from "#contract/memberText.ts"
import { defaultAlerts } from "#contract/preferences.ts"
import { t } from "#contract/t.ts"
import { queries } from "../../platform/api/queries.ts"
import { shopName } from "../../platform/meta/shop.ts"
import { go } from "../../platform/navigation/go.ts"
import type { Address } from "../../platform/router.ts"
import { keys } from "../../platform/session/keys.ts"
import { snapshot } from "../../platform/session/session.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { beep } from "./beep.ts"
import { permission, showNotification } from "./browser.ts"
import { preferencesQuery } from "./preferences.ts"

export interface Announcement {
  title: string
  /** Must reveal nothing, because somebody else may see the screen. */
  body: string
  /** A path on this site. */
  link: Address | null
  /** Replaces title and body in a toast of the shop. */
  inShop?(): Promise<string | null>
  /** The text of the message, which replaces `body` if the account wants previews. */
  preview?: string | (() => Promise<string | null>)
  /** Browser notifications with the same tag replace each other across tabs. */
  tag?: string
  /** The kind, which staff can mute. */
  about?: "messages" | "flagged" | "orders"
  /** True if the open page shows it already, which needs no toast. */
  isOnPage?: boolean
  /** Called when the announcement is followed. */
  followed?(): unknown
}

/** Opens the page of an announcement. It may be open with older data, so all data is refetched. */
export function openLink(link: Address): void {
  go(link)
  void queries().invalidateQueries()
}

/**
 * Announces something according to the account's preferences: by a toast, a browser notification while the page is in
 * the background, and a sound.
 */
export async function announce({
  title,
  body,
  link,
  inShop,
  preview,
  tag,
  about,
  isOnPage,
  followed,
}: Announcement): Promise<void> {
  const wishes = await alertPreferences()
  if (about && !wishes[`tell_${about}`]) return
  const text = (wishes.text_previews && (await resolvePreview(preview))) || body
  const open =
    link &&
    (() => {
      void followed?.()
      openLink(link)
    })
  const named = isOnPage ? null : await inShop?.().catch(() => null)
  if (!isOnPage) {
    const description = (named && text === body ? "" : text) || undefined
    toast(named ?? title, { description, action: open ? { label: t`Open`, run: open } : undefined })
  }
  // Where push is on, the service worker shows it.
  const isPushed = localStorage.getItem(keys.push) !== null
  if (wishes.browser_notifications && !isPushed && permission() === "granted" && !document.hasFocus()) {
    showNotification({ title, body: text, tag, open: open ?? undefined })
  }
  if (wishes.sound) void beep()
}

/** Fetched only if previews are on. */
async function resolvePreview(preview: Announcement["preview"]): Promise<string | null> {
  if (typeof preview !== "function") return preview ?? null
  return preview().catch(() => null)
}

/** A test notification is shown even in the foreground. */
export async function announceTest(): Promise<void> {
  showNotification({ title: shopName(), body: alertTexts.test })
  if ((await alertPreferences()).sound) void beep()
}

/** Guests get the defaults, and so does an account whose preferences cannot be loaded. */
async function alertPreferences() {
  const { user } = snapshot()
  const known =
    user &&
    (await queries()
      .fetchQuery(preferencesQuery(user.uuid))
      .catch(() => null))
  return known ?? defaultAlerts
}
