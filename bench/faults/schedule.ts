import fc from "fast-check"

/** The tabs with the product's page: two of the member, one of each moderator. */
export const tabNames = ["member", "member again", "first", "second"] as const
export type TabName = (typeof tabNames)[number]
export type Who = "member" | "first" | "second"
export type FileKind = "picture" | "document"

/** A user action or a fault. Indexes are taken modulo the number of candidates. */
export type Step =
  | { do: "say" | "drop" | "double" | "mend" | "reload" | "offline" | "online" | "type"; tab: TabName }
  | { do: "half open"; tab: TabName; way: "up" | "down" }
  | { do: "slow"; tab: TabName; ms: number }
  | { do: "read" | "remove"; tab: TabName; nth: number }
  /** Sends directly to a node: over HTTP, a socket, or both at once with one `client_id`. */
  | { do: "post" | "shout" | "twice" | "blocked"; who: Who; node: number }
  /**
   * Sends a file from a page or directly to a node. `upload twice` sends it to both nodes at once with one `client_id`,
   * and again as a text.
   */
  | { do: "attach"; tab: TabName; kind: FileKind }
  | { do: "upload" | "upload twice"; who: Who; node: number; kind: FileKind }
  /** Creates a notification for a person, or marks theirs as read. */
  | { do: "notice"; who: Who }
  | { do: "notice seen"; who: Who; node: number }
  | { do: "flag"; nth: number; flagged: boolean; node: number }
  | { do: "read by http" | "remove by http" | "remove file"; who: Who; nth: number; node: number }
  | { do: "hand over"; to: "first" | "second" | "nobody"; node: number }
  | { do: "kill" | "stop"; node: number }
  /** Disconnects the nodes' bus. */
  | { do: "bus away"; ms: number }
  | { do: "pause"; ms: number }

export interface Schedule {
  level: "vip" | "vvip"
  /** The number of messages before the schedule starts. */
  before: number
  steps: Step[]
  /** How somebody finally loses access. */
  ending: "sign out" | "refund" | "hand over"
}

const tab = fc.constantFrom(...tabNames)
const who = fc.constantFrom<Who>("member", "member", "first", "second")
const node = fc.nat(1)
const nth = fc.nat(30)
const kind = fc.constantFrom<FileKind>("picture", "document", "document")
const one = <T>(value: T) => fc.constant(value)
const step = (...more: { weight: number; arbitrary: fc.Arbitrary<Step> }[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: one("say" as const), tab }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom("post", "shout", "twice"), who, node }) as fc.Arbitrary<Step>,
    },
    { weight: 1, arbitrary: fc.record({ do: one("blocked" as const), who, node }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("drop", "double", "mend"), tab }) as fc.Arbitrary<Step> },
    { weight: 2, arbitrary: fc.record({ do: one("half open" as const), tab, way: fc.constantFrom("up", "down") }) },
    { weight: 1, arbitrary: fc.record({ do: one("slow" as const), tab, ms: fc.constantFrom(5, 20, 60) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("reload", "type"), tab }) as fc.Arbitrary<Step> },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constantFrom("offline", "online", "online"), tab }) as fc.Arbitrary<Step>,
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("read", "remove"), tab, nth }) as fc.Arbitrary<Step> },
    { weight: 2, arbitrary: fc.record({ do: one("flag" as const), nth, flagged: fc.boolean(), node }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom("read by http", "remove by http", "remove file", "remove file"),
        who,
        nth,
        node,
      }) as fc.Arbitrary<Step>,
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: one("hand over" as const), to: fc.constantFrom("first", "second", "nobody"), node }),
    },
    { weight: 2, arbitrary: fc.record({ do: one("attach" as const), tab, kind }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom("upload", "upload twice"), who, node, kind }) as fc.Arbitrary<Step>,
    },
    { weight: 1, arbitrary: fc.record({ do: one("notice" as const), who }) },
    { weight: 1, arbitrary: fc.record({ do: one("notice seen" as const), who, node }) },
    { weight: 1, arbitrary: fc.record({ do: one("bus away" as const), ms: fc.constantFrom(200, 1500) }) },
    { weight: 4, arbitrary: fc.record({ do: one("pause" as const), ms: fc.constantFrom(2, 10, 30, 80) }) },
    ...more,
  )

const ending = (steps: fc.Arbitrary<Step[]>): fc.Arbitrary<Schedule> =>
  fc.record({
    level: fc.constantFrom("vip", "vvip", "vvip"),
    before: fc.constantFrom(0, 0, 3, 60),
    steps,
    ending: fc.constantFrom("sign out", "refund", "hand over"),
  })

export const withoutKill = ending(fc.array(step(), { minLength: 20, maxLength: 60, size: "max" }))

/** Generates schedules in which a node is also killed or stopped. */
export const deadly = ending(
  fc
    .record({
      early: fc.array(step(), { minLength: 8, maxLength: 25, size: "max" }),
      end: fc.record({ do: fc.constantFrom("kill", "kill", "stop"), node }) as fc.Arbitrary<Step>,
      late: fc.array(step(), { minLength: 15, maxLength: 35, size: "max" }),
    })
    .map(({ early, end, late }) => [...early, end, ...late]),
)
