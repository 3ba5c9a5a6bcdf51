import { useEffect, useRef, useState } from "react"
import type { ChatRoomDetail } from "#contract/chat.ts"
import { deskTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { refreshRooms } from "../../people/chat/rooms.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { ArrowRightLeft, Clock } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { HandOverForm } from "./HandOverForm.tsx"

interface RoomActionsProps {
  room: ChatRoomDetail
  /** The id of the newest message on the screen. */
  lastMessageId: number
  close(): void
  /** Called when the facts of the room have changed. */
  changed(): void
}

/** Snoozes a chat, or hands it over. */
export function RoomActions({ room, lastMessageId, close, changed }: RoomActionsProps) {
  const [open, setOpen] = useState<"snooze" | "hand-over" | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== "KeyS" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (document.querySelector("dialog[open]")) return
      event.preventDefault()
      setOpen("snooze")
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
  return (
    <>
      <IconButton label={room.snoozed ? t`Change snooze` : t`Snooze chat`} onClick={() => setOpen("snooze")}>
        <Clock aria-hidden size={20} strokeWidth={1.5} />
      </IconButton>
      <IconButton label={t`Hand over chat`} onClick={() => setOpen("hand-over")}>
        <ArrowRightLeft aria-hidden size={20} strokeWidth={1.5} />
      </IconButton>
      <Dialog open={open === "snooze"} onClose={() => setOpen(null)} title={t`Snooze chat`}>
        <SnoozeForm
          room={room}
          lastMessageId={lastMessageId}
          done={() => {
            setOpen(null)
            changed()
            void refreshRooms()
          }}
        />
      </Dialog>
      <Dialog open={open === "hand-over"} onClose={() => setOpen(null)} title={t`Hand over chat`}>
        <HandOverForm
          roomId={room.id}
          done={() => {
            setOpen(null)
            close()
            void refreshRooms()
          }}
        />
      </Dialog>
    </>
  )
}

interface SnoozeFormProps {
  room: ChatRoomDetail
  lastMessageId: number
  done(): void
}

function SnoozeForm({ room, lastMessageId, done }: SnoozeFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState("")
  const isBusy = useRef(false)
  const send = async (work: () => Promise<unknown>, success: string) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await work()
      toast(success, { kind: "success", key: `snooze ${room.id}` })
      done()
    } catch (error) {
      setFailure(explain(error))
    } finally {
      isBusy.current = false
    }
  }
  const snooze = (until: Date | null) => {
    const body = { until: until?.toISOString() ?? null, last_message_id: lastMessageId }
    return send(() => call(`PUT /chat/rooms/${room.id}/snooze`, { body }), t`Chat snoozed`)
  }
  const wake = () => send(() => call(`DELETE /chat/rooms/${room.id}/snooze`), t`Chat is back in the list`)
  const custom = () => {
    const until = new Date(chosen)
    if (!chosen || Number.isNaN(until.getTime())) setFailure(deskTexts.snoozeTime)
    else void snooze(until)
  }
  return (
    <div className="grid gap-3">
      <p className="text-ink-2 text-ui">{t`The chat leaves your queue and comes back then, or as soon as the member writes.`}</p>
      {choices(new Date()).map(({ label, until }) => (
        <Button key={label} variant="outline" onClick={() => void snooze(until)}>
          {label}
          {until && (
            <span className="tabular font-normal text-ink-2 max-md:hidden">{dateTimeOf(until.toISOString())}</span>
          )}
        </Button>
      ))}
      <form
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          custom()
        }}
      >
        <TextField
          label={t`Another time`}
          type="datetime-local"
          className="min-w-0 grow"
          value={chosen}
          error={failure ?? undefined}
          onChange={({ target }) => {
            setChosen(target.value)
            setFailure(null)
          }}
        />
        <Button type="submit" className="mt-6.5">{t`Snooze`}</Button>
      </form>
      {room.snoozed && <Button variant="quiet" onClick={() => void wake()}>{t`End snooze`}</Button>}
    </div>
  )
}

/** Offers an hour, tomorrow at nine, Monday at nine, and until the member writes. */
function choices(now: Date): { label: string; until: Date | null }[] {
  const at = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9)
  return [
    { label: t`For an hour`, until: new Date(now.getTime() + 3_600_000) },
    { label: t`Until tomorrow`, until: at(1) },
    { label: t`Until Monday`, until: at(((7 - now.getDay()) % 7) + 1) },
    { label: t`Until the member writes`, until: null },
  ]
}
