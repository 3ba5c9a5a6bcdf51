import { useSyncExternalStore } from "react"

export type Permission = NotificationPermission | "unsupported"

export function permission(): Permission {
  return "Notification" in window ? Notification.permission : "unsupported"
}

/** What the browser permits, also when it is changed in its settings while the page is open. */
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

/** Throws when the browser does not even ask. */
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

const mostLetters = 50

/** Closes by itself after five seconds; its sound is ours. */
export function showNotification({ title, body, tag, open }: Shown): void {
  const cut = body.length > mostLetters ? `${body.slice(0, mostLetters - 1)}…` : body
  try {
    const shown = new Notification(title, { body: cut, tag, icon: "/icon-192.png", silent: true })
    setTimeout(() => shown.close(), 5000)
    shown.onclick = () => {
      window.focus()
      shown.close()
      open?.()
    }
  } catch {
    // Phones have the constructor and refuse to use it; the toast has told already.
  }
}
