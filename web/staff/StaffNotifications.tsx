import type { User } from "#contract/accounts.ts"
import { Notifications } from "../account/notices/Notifications.tsx"

const kinds: Record<string, string[]> = {
  moderator: ["A member has written to you", "An item of the queue concerns one of your models"],
  admin: ["Something waits in the queue of flagged items"],
}

/** What has come, how the browser tells of it, and what staff are told of. */
export function StaffNotifications({ user }: { user: User }) {
  return (
    <>
      <Notifications user={user} />
      <section aria-labelledby="kinds" className="mt-12 max-w-[38rem]">
        <h3 id="kinds" className="font-display text-h3">
          What you are told of
        </h3>
        <ul className="mt-3 list-disc pl-5 text-ink-2 marker:text-ink-3">
          {kinds[user.role]?.map((kind) => (
            <li key={kind} className="py-1">
              {kind}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
