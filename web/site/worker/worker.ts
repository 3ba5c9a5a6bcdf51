/**
 * The service worker: shows notices (Web Push), opens what they are about, and answers a page that cannot be loaded
 * without a network. It stores nothing: pages, files and the API always come from the server.
 */

import { splitLanguage } from "#contract/languages.ts"
import type { PushNotice } from "#contract/push.ts"
import { offlinePage, type ToldShop } from "./offlinePage.ts"

/** What the worker uses of its scope; TypeScript's own types cannot be loaded beside those of pages. */
interface Scope {
  /** Set by the server before this script. */
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

// The browser asks for the page while the worker starts, so that no page waits for it.
scope.addEventListener("activate", (event) => event.waitUntil(scope.registration.navigationPreload?.enable()))

scope.addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request
  if (mode !== "navigate" || method !== "GET" || /^\/(api|media)\//.test(new URL(url).pathname)) return
  event.respondWith(load(event).catch(() => offlinePage(scope.shop, splitLanguage(new URL(url).pathname).language)))
})

/** A preload that a worker's replacement has left without an end is not waited for. */
const longestPreload = 3000

async function load({ preloadResponse, request }: Events["fetch"]): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, longestPreload))
  return (await Promise.race([preloadResponse, late])) ?? fetch(request)
}

// Each one is shown: browsers take the permission away from a shop that is told something and shows nothing.
scope.addEventListener("push", (event) => {
  const { title, tag, url } = read(event) ?? { title: scope.shop.name, tag: "notice", url: "/" }
  event.waitUntil(scope.registration.showNotification(title, { tag, icon: "/icon-192.png", data: url }))
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

/** In the window that shows it already, else in a new one: an open page may have unsaved input. */
async function show(url: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true })
  await (windows.find((one) => one.url === url)?.focus() ?? scope.clients.openWindow(url))
}

// The next page of the account sends the new subscription to the server (`syncPush`); the worker has no session.
scope.addEventListener("pushsubscriptionchange", (event) => {
  const { options } = event.oldSubscription ?? {}
  event.waitUntil(options && scope.registration.pushManager.subscribe(options))
})
