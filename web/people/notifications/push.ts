import { queryOptions } from "@tanstack/react-query"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { keys } from "../../platform/session/keys.ts"
import { requestPermission } from "./browser.ts"
import { registerWorker } from "./registerWorker.ts"

/** Safari supports push only in a shop that was added to the home screen. */
export const canPush = () =>
  [t`Notification`, "PushManager"].every((name) => name in window) && "serviceWorker" in navigator

/** Whether this browser is notified while the shop is closed. Browser and server must both know the subscription. */
export const pushQuery = (owner: string) =>
  queryOptions({
    queryKey: ["push", owner],
    queryFn: async ({ signal }) => {
      const { on } = await call("GET /push", { signal })
      return on && Notification.permission === "granted" && (await currentSubscription()) !== null
    },
  })

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription() ?? null
}

/** Asks for the permission if needed, so call it only on a click. Returns the browser's answer. */
export async function turnPushOn(owner: string): Promise<NotificationPermission> {
  const permission = await requestPermission()
  if (permission === "granted") {
    await subscribe()
    localStorage.setItem(keys.push, owner)
    queries().setQueryData(pushQuery(owner).queryKey, true)
  }
  return permission
}

export async function turnPushOff(owner: string): Promise<void> {
  await call("DELETE /push/subscription")
  localStorage.removeItem(keys.push)
  queries().setQueryData(pushQuery(owner).queryKey, false)
  await (await currentSubscription())?.unsubscribe()
}

/**
 * If the person has turned notifications on, subscribes again after a new sign-in, and when the browser's or the shop's
 * part of the subscription has changed.
 */
export async function syncPush(owner: string): Promise<void> {
  if (localStorage.getItem(keys.push) !== owner || !canPush() || Notification.permission !== "granted") return
  await subscribe()
}

async function subscribe(): Promise<void> {
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const { public_key, on } = await call("GET /push")
  let subscription = await pushManager.getSubscription()
  const isCurrent = subscription !== null && encoded(subscription.options.applicationServerKey) === public_key
  if (subscription !== null && !isCurrent) await subscription.unsubscribe()
  if (!isCurrent)
    subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  const { endpoint } = subscription!
  const sent = `${public_key} ${endpoint}`
  if (on && sessionStorage.getItem(keys.push) === sent) return
  const [p256dh, auth] = [encoded(subscription!.getKey("p256dh")), encoded(subscription!.getKey("auth"))]
  await call("PUT /push/subscription", { body: { endpoint, p256dh, auth, public_key } })
  sessionStorage.setItem(keys.push, sent)
}

/** Encodes in base64url without padding. */
function encoded(bytes: ArrayBuffer | null): string {
  if (bytes === null) return ""
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}
