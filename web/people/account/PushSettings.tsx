import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Preferences, User } from "#contract/accounts.ts"
import { alertTexts, pushSettingTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { usePermission } from "../notifications/browser.ts"
import { usePreferences } from "../notifications/preferences.ts"
import { canPush, pushQuery, turnPushOff, turnPushOn } from "../notifications/push.ts"
import { Switch } from "./Switch.tsx"

const kinds: { name: keyof Preferences; label: string; hint: string }[] = [
  {
    name: "push_messages",
    label: t`Messages`,
    hint: t`When someone writes to you, once for each chat until you read it.`,
  },
  { name: "push_orders", label: t`Orders`, hint: t`When one is confirmed, shipped or cancelled.` },
  { name: "push_memberships", label: t`Memberships`, hint: t`When yours begins, changes or is about to end.` },
]

/** Whether this browser is subscribed; undefined until it is known. */
export function usePushOn({ uuid }: User): boolean | undefined {
  return useQuery({ ...pushQuery(uuid), enabled: canPush() }).data
}

/** Rows of the settings: whether this browser shows notifications while the shop is closed, and of what kinds. */
export function PushSettings({ user }: { user: User }) {
  const permission = usePermission()
  const isOn = usePushOn(user)
  const preferences = usePreferences()
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    try {
      const answer = on ? await turnPushOn(user.uuid) : await turnPushOff(user.uuid)
      if (answer === "denied") toast(alertTexts.denied, { kind: "error", key: "permission" })
    } catch (error) {
      const title = on ? pushSettingTexts.failed : pushSettingTexts.offFailed
      toast(title, { kind: "error", key: "permission", description: explain(error) })
    }
    setBusy(false)
  }
  return (
    <>
      <li>
        <Switch
          label={pushSettingTexts.device}
          hint={canPush() ? pushSettingTexts.hint : pushSettingTexts.unsupported}
          checked={isOn === true}
          disabled={busy || !canPush() || permission === "denied"}
          onChange={(on) => void change(on)}
        />
      </li>
      {isOn &&
        user.role === "user" &&
        kinds.map(({ name, label, hint }) => (
          <li key={name} className="ps-6">
            <Switch
              label={label}
              hint={hint}
              checked={preferences.data?.[name] === true}
              onChange={(on) => void preferences.change({ [name]: on })}
            />
          </li>
        ))}
    </>
  )
}
