import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { chatTexts, modelTexts } from "#contract/texts.ts"
import { useMe } from "../session/account.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { PageSpinner } from "../ui/states.tsx"
import { BackLink } from "./BackLink.tsx"
import { ChatPane } from "./ChatPane.tsx"
import { Conversations } from "./Conversations.tsx"
import { chatHeight } from "./looks.ts"
import { roomsQuery } from "./rooms.ts"
import { Unavailable } from "./Unavailable.tsx"
import { useChatMark } from "./useChatMark.ts"

export const meta = () => privateMeta("Messages")

export default function ChatRoute() {
  return (
    <Guard roles={["user"]}>
      <Messages />
    </Guard>
  )
}

function Messages() {
  const { user } = useMe()
  if (!user) return <PageSpinner />
  if (user.membership_level === "free") return <ForMembers />
  return <Rooms user={user} />
}

function ForMembers() {
  return (
    <div className="wrap flex min-h-[60svh] flex-col items-start justify-center gap-5 py-12">
      <h1 className="font-display text-h1">Messages</h1>
      <p className="max-w-measure text-ink-2 text-lead">{modelTexts.chatNeedsMembership}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/upgrade">See memberships</ButtonLink>
        <ButtonLink to="/models" look="outline">
          Browse models
        </ButtonLink>
      </div>
    </div>
  )
}

/** On wide screens the list beside the conversation, on narrow ones the one or the other. */
function Rooms({ user }: { user: User }) {
  const [params] = useSearchParams()
  const asked = params.get("room")
  const roomId = asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
  const { data } = useQuery(roomsQuery(user.uuid))
  useChatMark("screen")
  return (
    <div
      className={cx("wrap grid grid-cols-1 grid-rows-1 max-md:px-0 md:grid-cols-[minmax(17rem,22rem)_1fr]", chatHeight)}
    >
      <Conversations
        owner={user.uuid}
        selected={roomId}
        heading="h1"
        className={asked === null ? undefined : "max-md:hidden"}
      />
      {asked !== null && <h1 className="sr-only md:hidden">Messages</h1>}
      <div className={cx("min-h-0 min-w-0", asked === null && "max-md:hidden")}>
        {asked === null && (
          <p className="flex h-full items-center justify-center px-6 text-center text-ink-2">
            {data?.length === 0 ? "" : "Choose a conversation."}
          </p>
        )}
        {asked !== null && roomId === null && (
          <Unavailable backTo="/chat" backLabel="Back to messages" reason={chatTexts.invalidRoom} heading="h2" />
        )}
        {roomId !== null && (
          <ChatPane
            key={roomId}
            roomId={roomId}
            user={user}
            heading="h2"
            backTo="/chat"
            backLabel="Back to messages"
            back={<BackLink to="/chat" label="Back to messages" className="md:hidden" />}
          />
        )}
      </div>
    </div>
  )
}
