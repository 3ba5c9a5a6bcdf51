/**
 * The service worker. It shows notifications (Web Push), opens their pages, and answers if a page cannot be loaded
 * without a network. It stores nothing: pages, files and the API always come from the server.
 */

import { splitLanguage } from "#contract/languages.ts"
import type { PushNotice } from "#contract/push.ts"
import { offlinePage, type ToldShop } from "./offlinePage.ts"

/** The parts of the worker's scope that are used. TypeScript's own types of workers conflict with those of pages. */
interface Scope {
  /** The server sets this before the script. */
  shop: ToldShop
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): void
  addEventListener<Name extends keyof Events>(name: Name, listen: (event: Events[Name]) => void): void
}
interface Lasting {
  waitUntil(work: Promise<unknown> | undefined): void
}
interface Events {
  install: Lasting
  activate: Lasting
  fetch: {
    request: Request
    preloadResponse: Promise<Response | undefined>
    respondWith(response: Promise<Response>): void
  }
  push: Lasting & { data: { json(): PushNotice } | null }
  notificationclick: Lasting & { notification: Notification }
  pushsubscriptionchange: Lasting & { oldSubscription?: PushSubscription }
}

const scope = globalThis as unknown as Scope

scope.addEventListener("install", () => scope.skipWaiting())

// The browser requests the page while the worker starts, so that pages do not wait for the worker.
scope.addEventListener("activate", (event) => event.waitUntil(scope.registration.navigationPreload?.enable()))

scope.addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request
  if (mode !== "navigate" || method !== "GET" || /^\/(api|media)\//.test(new URL(url).pathname)) return
  event.respondWith(load(event).catch(() => offlinePage(scope.shop, splitLanguage(new URL(url).pathname).language)))
})

/** Milliseconds to wait for a preload. One that belonged to a replaced worker may never end. */
const longestPreload = 3000

async function load({ preloadResponse, request }: Events["fetch"]): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, longestPreload))
  return (await Promise.race([preloadResponse, late])) ?? fetch(request)
}

// Every push is shown: browsers revoke the permission of a shop that receives a push and shows nothing.
scope.addEventListener("push", (event) => {
  const { title, tag, url } = read(event) ?? { title: scope.shop.name, tag: "notice", url: "/" }
  event.waitUntil(scope.registration.showNotification(title, { tag, icon: scope.shop.icon, data: url }))
})

function read({ data }: Events["push"]): PushNotice | null {
  try {
    return data?.json() ?? null
  } catch {
    return null
  }
}

scope.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data, scope.registration.scope).href))
})

/** Focuses a window that already shows the page, or opens a new one, because an open page may have unsaved input. */
async function show(url: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true })
  await (windows.find((one) => one.url === url)?.focus() ?? scope.clients.openWindow(url))
}

// The worker has no session: the account's next page sends the new subscription to the server (`syncPush`).
scope.addEventListener("pushsubscriptionchange", (event) => {
  const { options } = event.oldSubscription ?? {}
  event.waitUntil(options && scope.registration.pushManager.subscribe(options))
})
