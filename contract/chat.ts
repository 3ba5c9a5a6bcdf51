import * as z from "zod"
import { levels } from "./accounts.ts"
import { categories } from "./catalog.ts"
import { GivenId, Id, idOf, line, Money, paging, prose, Timestamp } from "./common.ts"
import { ErrorFrame, PongFrame } from "./frames.ts"
import { faultIn, mostCharacters, pageSize, tidy } from "./messageRules.ts"
import { Identify } from "./sockets.ts"
import { chatTexts } from "./texts.ts"

const messageTypes = ["TEXT", "IMAGE", "FILE", "AUDIO", "VIDEO", "SYSTEM"] as const
export type MessageType = (typeof messageTypes)[number]

export const RoomId = idOf(chatTexts.invalidRoom)
export const RoomParams = z.object({ id: RoomId })

/** What a person writes. Markup is text like any other. */
export const Content = z
  .string({ error: chatTexts.empty })
  .transform(tidy)
  .superRefine((text, context) => {
    const message = faultIn(text)
    if (message) context.addIssue({ code: "custom", message })
  })

/** Made by the sender for each message: sent again, it makes no second one. A UUID will do. */
export const ClientId = z.string().regex(/^[\w-]{8,64}$/, chatTexts.validation)

export const ChatMessage = z.object({
  id: Id,
  chat_room_id: Id,
  content: z.string(),
  sender_id: Id,
  sender_uuid: z.uuid(),
  sender_name: z.string(),
  moderator_id: Id.nullable(),
  message_type: z.enum(messageTypes),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** A path that wants the bearer token: load it as a blob. */
  file_url: z.string().nullable(),
  file_name: z.string().nullable(),
  file_type: z.string().nullable(),
  file_size: z.number().int().nullable(),
  /** Of a picture. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** For staff only. */
  flagged: z.boolean().optional(),
  /** Of the last change. */
  seq: z.number().int(),
  client_id: z.string().nullable(),
  deleted: z.boolean(),
})
export type ChatMessage = z.infer<typeof ChatMessage>
/** What its sender gets back; `help` is for somebody who may be in need. */
export const SentMessage = ChatMessage.extend({ help: z.string().optional() })

/** All that is told of a message that is gone. */
export const GoneMessage = z.object({ id: Id, seq: z.number().int(), deleted: z.literal(true) })
export type GoneMessage = z.infer<typeof GoneMessage>
/** What has changed, in the order of `seq`. */
export const Change = z.union([GoneMessage, ChatMessage])
export type Change = z.infer<typeof Change>

export const ChatRoom = z.object({
  id: Id,
  doll_id: Id,
  doll: z.object({ id: Id, name: z.string(), image_url: z.string().nullable() }),
  /** Null: nobody answers for the model yet, and the room waits. */
  moderator_id: Id.nullable(),
  moderator: z.object({ id: Id, full_name: z.string() }).nullable(),
  user_id: Id,
  user: z.object({ id: Id, uuid: z.uuid(), full_name: z.string() }),
  latest_message: z.string().nullable(),
  last_message: ChatMessage.nullable(),
  unread_count: z.number().int(),
  created_at: Timestamp,
  last_activity_at: Timestamp,
  head_seq: z.number().int(),
  /** Nobody can write any more. */
  frozen: z.boolean(),
  /** How far the caller has read, and how far the other side has. */
  last_read_message_id: z.number().int(),
  other_read_message_id: z.number().int(),
  other_online: z.boolean(),
  /** For staff only. */
  flagged_count: z.number().int().optional(),
})
export type ChatRoom = z.infer<typeof ChatRoom>

/** Who a member is and what the talk is about, for whoever answers. */
export const RoomContext = z.object({
  membership_level: z.enum(levels),
  member_since: Timestamp,
  orders_count: z.number().int(),
  /** The account was deleted: nobody reads here any more. */
  has_left: z.boolean(),
  model: z.object({
    id: Id,
    name: z.string(),
    price: Money,
    doll_category: z.enum(categories),
    doll_height: z.number().nullable(),
    doll_material: z.string().nullable(),
    doll_weight: z.number().nullable(),
    stock: z.number().int().nullable(),
    is_available: z.boolean(),
  }),
})
export type RoomContext = z.infer<typeof RoomContext>

export const ChatRoomDetail = ChatRoom.extend({
  /** The newest fifty, oldest first. */
  messages: z.array(ChatMessage),
  /** Older ones can be loaded. */
  has_more: z.boolean(),
  /** For staff only. */
  context: RoomContext.optional(),
})
export type ChatRoomDetail = z.infer<typeof ChatRoomDetail>

export const OpenRoom = z.object({ doll_id: idOf(chatTexts.invalidDoll) })
export const RoomQuery = z.object(paging(100))
export const queues = ["unread", "flagged"] as const
export const ModeratorRoomQuery = RoomQuery.extend({
  queue: z.enum(queues).optional(),
  doll_id: GivenId.optional(),
  /** In the name of the member or the model. */
  q: z.string().max(100).optional(),
})
export type ModeratorRoomQuery = z.infer<typeof ModeratorRoomQuery>

/** Without `before_id` and `after_seq` a page of the newest; `after_seq` gives changes, gone messages among them. */
export const MessageQuery = z.object({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: paging(pageSize).limit,
  before_id: GivenId.optional(),
  after_seq: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  /** For staff: only the flagged ones. */
  flagged: z.literal("true").optional(),
})
export type MessageQuery = z.infer<typeof MessageQuery>

export const SendMessage = z.object({
  content: Content,
  chat_room_id: RoomId,
  /** A picture or a file is uploaded. */
  message_type: z.literal("TEXT", { error: chatTexts.validation }).default("TEXT"),
  client_id: ClientId.optional(),
})
export type SendMessage = z.infer<typeof SendMessage>

export const UploadFields = z.object({ client_id: ClientId.optional() })
export const ReadUpTo = z.object({ last_message_id: GivenId })
export const FlagMessage = z.object({ flagged: z.boolean() })

export const NewCannedReply = z.object({
  title: line(60, "Please enter a title."),
  content: prose(mostCharacters, chatTexts.empty),
})
export type NewCannedReply = z.infer<typeof NewCannedReply>
export const CannedReply = z.object({ id: Id, title: z.string(), content: z.string(), created_at: Timestamp })
export type CannedReply = z.infer<typeof CannedReply>

/** The first frame of a room's socket. The token decides who it is, and the address which room. */
export const RoomIdentify = Identify.extend({ chat_room_id: z.unknown().optional() })

/** What a client says once it is known; `ping` is every socket's. `create` may say `content` for `message`. */
export const ClientFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("join"), last_seq: z.number().int().min(0).max(2_147_483_647).optional() }),
  z.object({
    type: z.literal("create"),
    message: z.string().optional(),
    content: z.string().optional(),
    chat_room_id: z.unknown().optional(),
    client_id: ClientId.nullish(),
  }),
  z.object({ type: z.literal("read"), last_message_id: GivenId }),
  z.object({ type: z.literal("typing"), is_typing: z.boolean() }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

const seq = z.number().int()
export const ServerFrame = z.discriminatedUnion("type", [
  /**
   * After `join`. With `last_seq`: what has changed since, in the order of `seq`, in one frame or several, of which all but the last
   * say `has_more`. Without: the newest fifty, oldest first, and `has_more` when there are older ones. The cursor is `head_seq`.
   * It also comes unasked, as if joined again, when the server has missed news of its own.
   */
  z.object({ type: z.literal("history"), messages: z.array(Change), head_seq: seq, has_more: z.boolean() }),
  /**
   * To everyone in the room, the sender included: it says that the message is stored. A `client_id` that is sent again is answered, to
   * its sender alone, with the message it has made, whose `seq` is then an old one.
   */
  z.object({ type: z.literal("create"), message: ChatMessage, seq, client_id: z.string().nullable() }),
  z.object({ type: z.literal("update"), message: ChatMessage, seq }),
  z.object({ type: z.literal("delete"), message_id: Id, seq }),
  z.object({ type: z.literal("typing"), user_id: Id, is_typing: z.boolean() }),
  z.object({ type: z.literal("presence"), user_id: Id, online: z.boolean() }),
  z.object({ type: z.literal("read"), user_id: Id, last_message_id: z.number().int() }),
  /** After `history` that was asked for, and whenever it changes: who answers, and whether anybody may write. */
  z.object({ type: z.literal("room"), moderator_id: Id.nullable(), frozen: z.boolean() }),
  /** To the sender of a message, who may be in need. */
  z.object({ type: z.literal("help"), detail: z.string(), message_id: Id }),
  ErrorFrame,
  PongFrame,
])
export type ServerFrame = z.infer<typeof ServerFrame>
