import { useSyncExternalStore } from "react"

export type Permission = NotificationPermission | "unsupported"

export function permission(): Permission {
  return "Notification" in window ? Notification.permission : "unsupported"
}

/** Returns the browser's permission, and follows changes in its settings. */
export function usePermission(): Permission {
  return useSyncExternalStore(subscribe, permission, () => "default")
}

const listeners = new Set<() => void>()
let status: PermissionStatus | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void watchPermission()
  return () => listeners.delete(listener)
}

async function watchPermission(): Promise<void> {
  if (status) return
  status = await navigator.permissions?.query({ name: "notifications" }).catch(() => undefined)
  status?.addEventListener("change", publish)
}

function publish(): void {
  for (const listener of listeners) listener()
}

/** Throws if the browser cannot ask. */
export async function requestPermission(): Promise<NotificationPermission> {
  const answer = await Notification.requestPermission()
  publish()
  return answer
}

interface Shown {
  title: string
  body: string
  tag?: string
  open?(): void
}

const maxLength = 50

/** Shows a silent notification for five seconds; we play our own sound. */
export function showNotification({ title, body, tag, open }: Shown): void {
  const cut = body.length > maxLength ? `${body.slice(0, maxLength - 1)}…` : body
  try {
    const shown = new Notification(title, {
      body: cut,
      tag,
      icon: `${document.documentElement.dataset.icons ?? ""}/icon-192.png`,
      silent: true,
    })
    setTimeout(() => shown.close(), 5000)
    shown.onclick = () => {
      window.focus()
      shown.close()
      open?.()
    }
  } catch {
    // The constructor throws on mobile browsers. A toast is shown in any case.
  }
}
