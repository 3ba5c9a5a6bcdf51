import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { alertTexts, pushSettingTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { ErrorState, Tag, type Tone } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { announceTest } from "../notifications/announce.ts"
import { requestPermission, usePermission } from "../notifications/browser.ts"
import { usePreferences } from "../notifications/preferences.ts"
import { LoadingRows } from "./OrderTable.tsx"
import { PushSettings, usePushOn } from "./PushSettings.tsx"
import { Switch } from "./Switch.tsx"

const tones: Record<NotificationPermission, Tone> = { default: "neutral", granted: "success", denied: "danger" }

export function AlertSettings({ user }: { user: User }) {
  const permission = usePermission()
  const { data, error, isPending, refetch, change } = usePreferences()
  const isGranted = permission === "granted"
  const isPushOn = usePushOn(user)
  const test = async () => {
    if (!isPushOn) return announceTest()
    try {
      await call("POST /push/test")
      toast(pushSettingTexts.sent, { key: "permission" })
    } catch (error) {
      toast(pushSettingTexts.testFailed, { kind: "error", key: "permission", description: explain(error) })
    }
  }
  const enableFirst = () => toast(alertTexts.enableFirst, { kind: "error", key: "permission" })
  return (
    <section
      id="alerts"
      aria-labelledby="alerts-title"
      className="min-w-0 wrap-anywhere scroll-mt-24 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id="alerts-title" className="font-display text-h3">{t`Browser notifications and sound`}</h3>
        {permission !== "unsupported" && (
          <Tag tone={tones[permission]} dot>
            {alertTexts.states[permission]}
          </Tag>
        )}
      </div>
      {permission === "unsupported" && <Alert className="mt-4">{alertTexts.unsupported}</Alert>}
      {permission === "denied" && (
        <Alert kind="warn" className="mt-4">
          {alertTexts.blocked}
        </Alert>
      )}
      {permission === "default" && <AskPermission onGranted={() => void change({ browser_notifications: true })} />}
      {isPending && <LoadingRows rows={3} />}
      {!isPending && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {data && (
        <ul className="mt-3 divide-y divide-line border-line border-y">
          <li>
            <Switch
              label={t`Browser notifications`}
              hint={t`Shown for five seconds while you're in another tab or app.`}
              checked={data.browser_notifications && isGranted}
              disabled={permission === "unsupported"}
              onChange={(on) => (isGranted || !on ? void change({ browser_notifications: on }) : enableFirst())}
            />
          </li>
          <PushSettings user={user} />
          <li>
            <Switch
              label={t`Sound`}
              hint={t`A short tone for new notifications.`}
              checked={data.sound}
              onChange={(on) => void change({ sound: on })}
            />
          </li>
          <li>
            <Switch
              label={t`Message previews`}
              hint={t`When off, notifications never show message text.`}
              checked={data.text_previews}
              onChange={(on) => void change({ text_previews: on })}
            />
          </li>
        </ul>
      )}
      {permission !== "unsupported" && (
        <Button
          variant="outline"
          className="mt-4"
          disabled={permission === "denied"}
          onClick={() => (isGranted ? void test() : enableFirst())}
        >{t`Send test notification`}</Button>
      )}
    </section>
  )
}

function AskPermission({ onGranted }: { onGranted(): void }) {
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      const answer = await requestPermission()
      if (answer === "granted") {
        toast(alertTexts.granted, { kind: "success", key: "permission" })
        onGranted()
      }
      if (answer === "denied") toast(alertTexts.denied, { kind: "error", key: "permission" })
    } catch {
      toast(alertTexts.requestFailed, { kind: "error", key: "permission" })
    }
    setBusy(false)
  }
  return (
    <div className="mt-3">
      <p className="text-ink-2 text-ui">{t`Your browser will ask for permission to show notifications.`}</p>
      <Button className="mt-3" busy={busy} onClick={() => void ask()}>{t`Enable notifications`}</Button>
    </div>
  )
}
