import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { useTitle } from "../../platform/meta/useTitle.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { EmptyPlinth } from "../../platform/ui/EmptyPlinth.tsx"
import { EmptyState, PageSpinner } from "../../platform/ui/states.tsx"
import { BackLink } from "./BackLink.tsx"
import { ChatPane } from "./ChatPane.tsx"
import { Conversations } from "./Conversations.tsx"
import css from "./chat.css?url"
import { chatColumns, chatFrame } from "./classNames.ts"
import { roomsQuery } from "./rooms.ts"
import { Unavailable } from "./Unavailable.tsx"
import { useUnreadChats } from "./unread.ts"
import { useChatMark } from "./useChatMark.ts"

export const links = () => [{ rel: "stylesheet", href: css }]
export const meta = () => privateMeta(t`Messages`)

export default function ChatRoute() {
  return (
    <div className={chatFrame}>
      <Guard roles={["user"]}>
        <Messages />
      </Guard>
    </div>
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
    <div className="wrap flex flex-1 flex-col items-center justify-center gap-4 py-12 text-center">
      <EmptyPlinth sizes="144px" className="aspect-4/5 w-36" />
      <h1 className="font-display text-h1">{t`Messages`}</h1>
      <p className="max-w-measure text-balance text-ink-2 text-lead">{modelTexts.chatNeedsMembership}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/upgrade">{t`See memberships`}</ButtonLink>
        <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
      </div>
    </div>
  )
}

/** Shows the list beside the conversation on wide screens, and one of them on narrow ones. */
function Rooms({ user }: { user: User }) {
  const [params] = useSearchParams()
  const asked = params.get("room")
  const roomId = asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
  const { data } = useQuery(roomsQuery(user.uuid))
  useChatMark("screen", roomId !== null)
  const unread = useUnreadChats()
  useTitle(unread > 0 ? t`(${unread}) Messages` : t`Messages`)
  if (asked === null && data?.length === 0) {
    return <Conversations owner={user.uuid} selected={null} heading="h1" className="wrap h-full max-md:px-0" />
  }
  return (
    <div className={chatColumns}>
      <Conversations
        owner={user.uuid}
        selected={roomId}
        heading="h1"
        className={cx("md:border-e", asked !== null && "max-md:hidden")}
      />
      {asked !== null && <h1 className="sr-only md:hidden">{t`Messages`}</h1>}
      <div className={cx("min-h-0 min-w-0 overflow-y-auto", asked === null && "max-md:hidden")}>
        {asked === null && data && (
          <div className="grid min-h-full place-items-center">
            <EmptyState title={t`Choose a conversation`} />
          </div>
        )}
        {asked !== null && roomId === null && (
          <Unavailable backTo="/chat" backLabel={t`Back to messages`} reason={chatTexts.invalidRoom} heading="h2" />
        )}
        {roomId !== null && (
          <ChatPane
            key={roomId}
            roomId={roomId}
            user={user}
            heading="h2"
            backTo="/chat"
            backLabel={t`Back to messages`}
            back={<BackLink to="/chat" label={t`Back to messages`} className="md:hidden" />}
          />
        )}
      </div>
    </div>
  )
}
