import { type ReactNode, useEffect, useState } from "react"
import { useParams, useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { type Address, useNavigate } from "../../platform/router.ts"
import { PageSpinner } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { BackLink } from "./BackLink.tsx"
import { ChatPane } from "./ChatPane.tsx"
import { Conversations } from "./Conversations.tsx"
import css from "./chat.css?url"
import { chatColumns, chatFrame } from "./classNames.ts"
import { PaneFrame } from "./PaneParts.tsx"
import { Unavailable } from "./Unavailable.tsx"
import { useChatMark } from "./useChatMark.ts"

export const links = () => [{ rel: "stylesheet", href: css }]
export const meta = () => privateMeta(t`Messages`)

export default function ModelChatRoute() {
  return (
    <div className={chatFrame}>
      <Guard roles={["user"]}>
        <ModelChat />
      </Guard>
    </div>
  )
}

function ModelChat() {
  const { user, status } = useMe()
  const go = useNavigate()
  const isFree = status === "in" && user.membership_level === "free"
  useEffect(() => {
    if (!isFree) return
    toast(modelTexts.chatNeedsMembership)
    go("/upgrade", { replace: true })
  }, [isFree, go])
  if (!user || isFree || user.membership_level === "free") return <PageSpinner />
  return <Member user={user} />
}

function Member({ user }: { user: User }) {
  const { id = "" } = useParams()
  const [params] = useSearchParams()
  const asked = params.get("roomId")
  const dollId = idIn(id)
  const backTo: Address = dollId === null ? "/models" : `/model/${dollId}`
  const backLabel = dollId === null ? t`Browse Models` : t`Back to model`
  const roomId = asked === null ? null : idIn(asked)
  if (asked === null && dollId === null) {
    return <Unavailable backTo={backTo} backLabel={backLabel} reason={chatTexts.invalidDoll} />
  }
  if (asked !== null && roomId === null) {
    return <Unavailable backTo={backTo} backLabel={backLabel} reason={chatTexts.invalidRoom} />
  }
  if (roomId === null) return <Opening user={user} dollId={dollId!} backTo={backTo} backLabel={backLabel} />
  return (
    <Screen user={user} roomId={roomId}>
      <ChatPane
        key={roomId}
        roomId={roomId}
        user={user}
        heading="h1"
        backTo={backTo}
        backLabel={backLabel}
        back={<BackLink to={backTo} label={backLabel} />}
      />
    </Screen>
  )
}

/** Shows the list beside the conversation on wide screens. */
function Screen({ user, roomId, children }: { user: User; roomId: number | null; children: ReactNode }) {
  useChatMark("screen", true)
  return (
    <div className={chatColumns}>
      <Conversations owner={user.uuid} selected={roomId} heading="h2" className="border-e max-md:hidden" />
      {children}
    </div>
  )
}

interface OpeningProps {
  user: User
  dollId: number
  backTo: Address
  backLabel: string
}

/** Gets or creates the room of this member and model. */
function Opening({ user, dollId, backTo, backLabel }: OpeningProps) {
  const [failed, setFailed] = useState<{ because: string; isGone: boolean } | null>(null)
  const [tries, setTries] = useState(0)
  const go = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry requests again
  useEffect(() => {
    let isHere = true
    setFailed(null)
    call("POST /chat/rooms/", { body: { doll_id: dollId } })
      .then(({ id }) => {
        if (!id) throw new Error(chatTexts.sessionFailed)
        if (isHere) go(`/model-chat/${dollId}?roomId=${id}`, { replace: true, preventScrollReset: true })
      })
      .catch((error: unknown) => {
        if (!isHere) return
        const answer = error instanceof ApiError && error.status < 500 ? error : null
        setFailed({ because: answer?.detail ?? chatTexts.startFailed, isGone: answer?.status === 404 })
        toast(titleOf(error), { kind: "error", description: error instanceof ApiError ? explain(error) : undefined })
      })
    return () => {
      isHere = false
    }
  }, [dollId, go, tries])
  if (failed === null) {
    return (
      <Screen user={user} roomId={null}>
        <PaneFrame back={<BackLink to={backTo} label={backLabel} />} heading="h1">
          <PageSpinner label={t`Opening the conversation`} />
        </PaneFrame>
      </Screen>
    )
  }
  if (failed.isGone) return <Unavailable backTo="/models" backLabel={t`Browse Models`} reason={failed.because} />
  return (
    <Unavailable
      backTo={backTo}
      backLabel={backLabel}
      reason={failed.because}
      retry={() => setTries((now) => now + 1)}
    />
  )
}

function titleOf(error: unknown): string {
  if (!(error instanceof ApiError)) return chatTexts.sessionFailed
  return error.status === 0 ? chatTexts.sessionError : chatTexts.roomFailed
}

/** Parses a positive integer of an address. */
function idIn(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
}
