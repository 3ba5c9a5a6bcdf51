import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { AdminUser } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { call, explain } from "../api/client.ts"
import { Depends } from "../staff-ui/Depends.tsx"
import { nameOf } from "../staff-ui/levels.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { dateOf, dateTimeOf } from "../ui/format.ts"
import { Tag } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"

type Step = keyof typeof steps

const steps = {
  deactivate: {
    label: "Deactivate",
    done: adminTexts.userDeactivated,
    text: "They'll be logged out everywhere and can't log in until you reactivate the account. Orders and chats are kept.",
  },
  reactivate: {
    label: "Reactivate",
    done: adminTexts.userReactivated,
    text: "They can log in again with their existing password.",
  },
  suspend: {
    label: "Suspend",
    done: adminTexts.userSuspended,
    text: "They can log in and read, but can't write, review, order or delete their account. Paid orders are still processed. We'll notify them by email.",
  },
  unsuspend: {
    label: "Lift suspension",
    done: adminTexts.userUnsuspended,
    text: "They can write, review and order again. Chats on hold stay on hold until their flagged item is decided. We'll notify them by email.",
  },
  "sign-out": {
    label: "Log out everywhere",
    done: adminTexts.userSignedOut,
    text: "They'll have to log in again on every device.",
  },
}

interface UserRowProps {
  user: AdminUser
  isSelf: boolean
  onChanged(): Promise<unknown>
}

export function UserRow({ user, isSelf, onChanged }: UserRowProps) {
  const [asked, setAsked] = useState<Step>()
  // Keeps the dialog's text while it closes.
  const step = steps[asked ?? "sign-out"]
  const take = async () => {
    if (!asked) return
    try {
      await call(`POST /admin/users/${user.id}/${asked}`)
      toast(steps[asked].done, { key: user.uuid, kind: "success", description: user.full_name })
    } catch (error) {
      toast(adminTexts.userChangeFailed, { key: user.uuid, kind: "error", description: explain(error) })
    }
    await onChanged()
  }
  const button = (name: Step) => (
    <Button
      variant={name === "deactivate" || name === "suspend" ? "danger" : "outline"}
      aria-label={`${steps[name].label}: ${user.full_name}`}
      onClick={() => setAsked(name)}
    >
      {steps[name].label}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{user.full_name}</span>
          <Tags user={user} isSelf={isSelf} />
        </p>
        <p className="wrap-anywhere text-ink-2 text-ui">{user.email}</p>
        <p className="text-ink-3 text-meta">
          {`Joined ${dateOf(user.created_at)}, ${user.last_seen_at ? `last seen ${dateTimeOf(user.last_seen_at)}` : "never seen"}`}
        </p>
      </div>
      {!isSelf && (
        <div className="flex flex-wrap gap-2">
          {user.is_active && button("sign-out")}
          {user.suspended && button("unsuspend")}
          {!user.suspended && user.role !== "admin" && button("suspend")}
          {button(user.is_active ? "deactivate" : "reactivate")}
        </div>
      )}
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`${step.label}: ${user.full_name}`}
        action={step.label}
        keep="Not now"
        onConfirm={take}
      >
        <p>{step.text}</p>
        {(asked === "deactivate" || asked === "suspend") && <Depends id={user.id} />}
      </Confirm>
    </li>
  )
}

function Tags({ user, isSelf }: { user: User; isSelf: boolean }) {
  return (
    <>
      {user.role === "user" ? (
        <Tag tone={user.vip ? "gilt" : "neutral"}>{nameOf[user.membership_level]}</Tag>
      ) : (
        <Tag tone="plum">{nameOf[user.role]}</Tag>
      )}
      {user.suspended && <Tag tone="danger">Suspended</Tag>}
      {!user.is_active && <Tag tone="danger">Inactive</Tag>}
      {isSelf && <Tag tone="celadon">You</Tag>}
    </>
  )
}
