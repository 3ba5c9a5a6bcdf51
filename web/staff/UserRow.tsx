import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { AdminUser } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { call, explain } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { dateOf, dateTimeOf } from "../ui/format.ts"
import { Tag } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"
import { nameOf } from "./levels.ts"

type Step = keyof typeof steps

const steps = {
  deactivate: {
    label: "Deactivate",
    done: adminTexts.userDeactivated,
    text: "The account cannot sign in any more and is signed out everywhere at once. Orders and chats stay; it can be reactivated.",
  },
  reactivate: {
    label: "Reactivate",
    done: adminTexts.userReactivated,
    text: "The account can sign in again with the password it had.",
  },
  "sign-out": {
    label: "Sign out everywhere",
    done: adminTexts.userSignedOut,
    text: "Every browser of this account has to sign in again.",
  },
}

interface UserRowProps {
  user: AdminUser
  isSelf: boolean
  onChanged(): Promise<unknown>
}

export function UserRow({ user, isSelf, onChanged }: UserRowProps) {
  const [asked, setAsked] = useState<Step>()
  // What is asked stays in words while the dialog closes.
  const step = steps[asked ?? "sign-out"]
  const take = async () => {
    if (!asked) return
    try {
      await call(`POST /admin/users/${user.id}/${asked}`)
      toast(steps[asked].done, { kind: "success", description: user.full_name })
    } catch (error) {
      toast(adminTexts.userChangeFailed, { kind: "error", description: explain(error) })
    }
    await onChanged()
  }
  const button = (name: Step) => (
    <Button
      look={name === "deactivate" ? "danger" : "outline"}
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
      {!user.is_active && <Tag tone="danger">Inactive</Tag>}
      {isSelf && <Tag tone="celadon">You</Tag>}
    </>
  )
}
