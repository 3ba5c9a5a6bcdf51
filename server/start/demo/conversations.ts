import { chatRatings } from "../../backoffice/desk/tables.ts"
import { chatCannedReplies, chatMessages, chatReads, chatRooms } from "../../conversation/chat/tables.ts"
import { after, days, hours, minutes } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { flag } from "../../platform/moderation/queue.ts"

interface Line {
  from: "member" | "moderator"
  text: string
  /** Before now, in milliseconds. */
  ago: number
  flagged?: true
}

interface Talk {
  member: string
  model: string
  lines: Line[]
  /** How many of the lines each has read. */
  read: { member: number; moderator: number }
}

const asks = (ago: number, text: string): Line => ({ from: "member", text, ago })
const answers = (ago: number, text: string): Line => ({ from: "moderator", text, ago })

const talks: Talk[] = [
  {
    member: "vip@demo.example",
    model: "isolde",
    read: { member: 5, moderator: 6 },
    lines: [
      asks(days(4) + hours(3), "Good evening. Is the gold seam raised, or level with the glaze?"),
      answers(
        days(4) + hours(2),
        "Good evening, Vera. Level with it: it is burnished after the last firing. You see it more than you feel it.",
      ),
      asks(days(4) + hours(1), "That is what I hoped. She would stand near a north window."),
      answers(
        days(4),
        "North light suits her. The porcelain stays a cool white there all day and only warms under a lamp.",
      ),
      asks(days(1) + hours(5), "And how do I dust the rod?"),
      answers(
        hours(26),
        "A soft, dry brush, from the top down. Please don't use polish: the brass is meant to darken a little.",
      ),
    ],
  },
  {
    member: "vip@demo.example",
    model: "oriane",
    read: { member: 2, moderator: 2 },
    lines: [
      asks(days(9), "Does the bronze leave marks on a painted shelf?"),
      answers(
        days(9) - hours(2),
        "There is felt under the base, so no. For a white shelf I would still put a thin cork disc below.",
      ),
      asks(
        minutes(42),
        "The cork was a good idea, thank you. One more question: may she stand outdoors, under a roof?",
      ),
    ],
  },
  {
    member: "vvip@demo.example",
    model: "leonora",
    read: { member: 10, moderator: 10 },
    lines: [
      asks(
        days(2) + hours(8),
        "Which marble is it? My stairs are gray marble, and I'd rather not have two grays that clash.",
      ),
      answers(
        days(2) + hours(7),
        "A white one with a few warm veins. Beside a gray stair it reads as paper, not as stone.",
      ),
      asks(days(2) + hours(6), "Then it's settled. How is she carried upstairs?"),
      answers(
        days(2) + hours(5),
        "Two people, and the crate has handles on the long sides. We send the measurements of the crate before it leaves.",
      ),
      asks(days(2) + hours(4), "Three at the turn of the stairs, then. Does the floor need anything below her?"),
      answers(
        days(2) + hours(3),
        "Nothing, if a piano could stand there. She is hollow, and a cork plate spreads the weight.",
      ),
      asks(days(1) + hours(9), "May I choose which side faces the wall?"),
      answers(days(1) + hours(8), "Any side: the folds are carved all around. Most people turn the vein to the room."),
      asks(days(1) + hours(3), "And wax, now and then?"),
      answers(days(1) + hours(2), "Once in two years, a colorless one. A dry cloth does for the rest of the time."),
      answers(hours(3), "The measurements have come back from the workshop: 182 by 54 by 44 centimeters."),
    ],
  },
  {
    member: "vvip@demo.example",
    model: "octavia",
    read: { member: 2, moderator: 2 },
    lines: [
      asks(days(12), "Is basalt always this dark, or will it fade in the sun?"),
      answers(
        days(12) - hours(1),
        "It stays dark. Sun does nothing to it, but oil from your hands does, so wear the gloves from the box the first time.",
      ),
    ],
  },
  {
    member: "vvip@demo.example",
    model: "marguerite",
    read: { member: 1, moderator: 0 },
    lines: [asks(hours(7), "Good morning. Will there be a second edition of this bust?")],
  },
  {
    member: "standard@demo.example",
    model: "ottoline",
    read: { member: 7, moderator: 7 },
    lines: [
      asks(days(6) + hours(5), "Hello. Is Ottoline glazed inside the loop as well?"),
      answers(
        days(6) + hours(4),
        "Hello Sten. No, she is left bare there: bisque, matte and a little warm to the touch.",
      ),
      asks(days(5) + hours(6), "Then she must not get wet?"),
      answers(days(5) + hours(5), "A damp cloth is fine. Let her dry before you put her back on the base."),
      asks(days(3) + hours(4), "How thick is the bisque at the rim?"),
      answers(
        days(3) + hours(2),
        "About four millimeters, a little more at the base. It rings when you tap it with a nail.",
      ),
      { ...asks(days(3), "May I write to you at a private address about a discount?"), flagged: true },
      answers(
        days(3) - minutes(20),
        "I can only answer here, Sten, but I'm happy to: the studio's prices are the same for everyone.",
      ),
      asks(minutes(11), "Fair enough. Could you show me the rim in daylight?"),
    ],
  },
]

/** What a moderator says often. */
const replies = [
  { title: "Greeting", content: "Hello {member}, thank you for writing. What would you like to know?" },
  {
    title: "Care",
    content: "A soft, dry brush from the top down is all it takes, {member}. Please don't use polish or a wet cloth.",
  },
  {
    title: "Handling time",
    content:
      "Handling takes 3-5 business days for {model}, {member}. After that, you'll find the tracking number on the order page.",
  },
]

/** When the member wrote first after the last answer. */
function waitingSince(now: Date, lines: Line[]): Date | null {
  const first = lines[lines.findLastIndex(({ from }) => from === "moderator") + 1]
  return first ? after(now, -first.ago) : null
}

/** Conversations of the demo members, as they would look after some weeks. */
export async function seedConversations(
  tx: Tx,
  people: Map<string, number>,
  pieces: Map<string, { id: number; moderatorId: number | null }>,
): Promise<void> {
  const moderator = people.get("moderator@demo.example")!
  const kept = replies.map((reply) => ({ ...reply, moderatorId: moderator, createdAt: tx.now() }))
  await tx.db.insert(chatCannedReplies).values(kept)
  for (const { member, model, lines, read } of talks) {
    const piece = pieces.get(model)!
    const userId = people.get(member)!
    const [room] = await tx.db
      .insert(chatRooms)
      .values({
        userId,
        dollId: piece.id,
        moderatorId: piece.moderatorId,
        headSeq: lines.length,
        messageCount: lines.length,
        userUnread: lines.slice(read.member).filter(({ from }) => from !== "member").length,
        moderatorUnread: lines.slice(read.moderator).filter(({ from }) => from === "member").length,
        waitingSince: waitingSince(tx.now(), lines),
        snoozedUntil: model === "octavia" ? after(tx.now(), days(1)) : null,
        lastActivityAt: after(tx.now(), -lines.at(-1)!.ago),
        createdAt: after(tx.now(), -lines[0]!.ago),
      })
      .returning()
    const rows = lines.map(({ from, text, ago, flagged = false }, n) => ({
      roomId: room!.id,
      senderId: from === "member" ? userId : moderator,
      moderatorId: piece.moderatorId,
      seq: n + 1,
      createdSeq: n + 1,
      type: "TEXT" as const,
      content: text,
      flagged,
      createdAt: after(tx.now(), -ago),
      updatedAt: after(tx.now(), -ago),
    }))
    const stored = await tx.db
      .insert(chatMessages)
      .values(rows)
      .returning({ id: chatMessages.id, flagged: chatMessages.flagged })
    if (model === "isolde") {
      await tx.db.insert(chatRatings).values({
        roomId: room!.id,
        userId,
        moderatorId: moderator,
        askedAt: after(tx.now(), -days(3)),
        score: 5,
        words: "A quick answer, from somebody who knows the piece.",
        answeredAt: after(tx.now(), -days(3)),
      })
    }
    const ids = stored.map(({ id }) => id).sort((a, b) => a - b)
    const markOf = (person: number, lastRead: number) => ({
      roomId: room!.id,
      userId: person,
      lastMessageId: ids[lastRead - 1] ?? 0,
    })
    await tx.db.insert(chatReads).values(markOf(userId, read.member))
    if (piece.moderatorId !== null) await tx.db.insert(chatReads).values(markOf(moderator, read.moderator))
    for (const { id } of stored.filter((message) => message.flagged)) {
      await flag(tx, { kind: "message", subjectId: id, roomId: room!.id, authorId: userId })
    }
  }
}
