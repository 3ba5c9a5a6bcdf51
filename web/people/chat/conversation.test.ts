import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { membershipTexts } from "#contract/buyingText.ts"
import { chatTexts } from "#contract/memberText.ts"
import { generalTexts } from "#contract/texts.ts"

const server = vi.hoisted(() => ({
  token: "token" as string | null,
  toasts: [] as string[],
  dismissed: [] as number[],
  undo: (() => {}) as () => void,
  gone: (() => {}) as () => void,
  calls: [] as { what: string; body: any; timeout: number | undefined }[],
  answer: (_what: string, _body: any): unknown => undefined,
}))
vi.mock("../../platform/session/session.ts", () => ({ readToken: () => server.token }))
vi.mock("../../platform/ui/toast.tsx", () => ({
  toast: (title: string, { action, gone }: { action?: { run(): void }; gone?(): void } = {}) => {
    if (action) server.undo = action.run
    if (gone) server.gone = gone
    return server.toasts.push(title)
  },
  dismiss: (id: number) => void server.dismissed.push(id),
}))
vi.mock("../../platform/api/client.ts", async (original) => ({
  ...(await original<object>()),
  call: async (what: string, { body, timeout }: { body?: unknown; timeout?: number } = {}) => {
    server.calls.push({ what, body, timeout })
    return server.answer(what, body)
  },
}))
vi.mock("./upload.ts", () => ({ uploadFile: async (given: any) => server.answer("UPLOAD", given) }))

import { ApiError } from "../../platform/api/client.ts"
import { type Conversation, openConversation } from "./conversation.ts"
import { aMessage, fakeBrowser } from "./fakes.ts"

const me = { id: 1, uuid: "me", role: "user" }
let browser: ReturnType<typeof fakeBrowser>
let chat: Conversation
let stop: () => void

const room = {
  id: 7,
  user_id: 1,
  moderator_id: 2,
  head_seq: 0,
  messages: [],
  has_more: false,
  last_read_message_id: 0,
  other_read_message_id: 0,
  other_online: false,
}
const down = () => {
  throw new ApiError(0, { detail: "No way" }, null)
}
const refuse = (status: number, detail: string, code = "INVALID") => {
  throw new ApiError(status, { detail, code }, null)
}
/** Answers the request for the room; `then` answers everything else. */
const answering = (then: (what: string, body: any) => unknown) => (what: string, body: any) =>
  what === "GET /chat/rooms/7" ? room : then(what, body)
const posted = () => server.calls.filter(({ what }) => what === "POST /chat/messages/").map(({ body }) => body)
const stored = (body: { client_id: string; content: string }, id = 1) =>
  aMessage(id, { sender_id: 1, content: body.content, client_id: body.client_id })
const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)
const states = () => chat.snapshot().outgoing.map(({ state }) => state)
const said = () => chat.snapshot().room.messages.map(({ content }) => content)

async function open({ connected = true } = {}) {
  chat = openConversation(7, me)
  stop = chat.start()
  await settle()
  if (connected) browser.last().arrive()
  await settle()
}
beforeEach(() => {
  browser = fakeBrowser()
  Object.assign(server, { token: "token", toasts: [], dismissed: [], calls: [] })
  server.answer = answering(down)
})
afterEach(() => {
  stop()
  browser.end()
})

test("a message is sent over the socket, and confirmed by its acknowledgement", async () => {
  await open()
  expect(chat.send("  Good evening ")).toBeNull()
  expect(states()).toEqual(["sending"])
  const frame = browser.last().sent.at(-1)!
  const client_id = String(frame.client_id)
  expect(frame).toMatchObject({ type: "create", message: "Good evening", chat_room_id: 7 })
  browser.last().receive({ type: "create", message: stored({ client_id, content: "Good evening" }), seq: 1, client_id })
  await settle()
  expect(states()).toEqual([])
  expect(said()).toEqual(["Good evening"])
  expect(browser.stored.size).toBe(0)
})

test("without an acknowledgement within ten seconds it is sent over HTTP, as the same message", async () => {
  await open()
  server.answer = answering((_, body) => stored(body))
  chat.send("Twice")
  const frame = browser.last().sent.at(-1)!
  await settle(10_000)
  expect(posted()).toEqual([expect.objectContaining({ client_id: frame.client_id, content: "Twice" })])
  expect(said()).toEqual(["Twice"])
})

test("without a socket it is sent over HTTP", async () => {
  await open({ connected: false })
  server.answer = answering((_, body) => stored(body))
  chat.send("By letter")
  await settle()
  expect(said()).toEqual(["By letter"])
})

test("offline it waits, survives a reload, and is sent when online again", async () => {
  await open()
  browser.goOffline()
  chat.send("First")
  chat.send("Second")
  await settle()
  expect(states()).toEqual(["queued", "queued"])
  expect(server.toasts).toContain(chatTexts.queued)
  const kept = chat.snapshot().outgoing.map(({ client_id }) => client_id)
  stop()

  await open({ connected: false })
  expect(chat.snapshot().outgoing.map(({ client_id }) => client_id)).toEqual(kept)
  server.answer = answering((_, body) => stored(body, kept.indexOf(body.client_id) + 1))
  browser.comeOnline()
  await settle()
  expect(posted().map(({ client_id }) => client_id)).toEqual(kept)
  expect(said()).toEqual(["First", "Second"])
  expect(server.toasts).toContain(chatTexts.sentQueued(2))
  expect(browser.stored.size).toBe(0)
})

test("the offline hint disappears once the message is sent", async () => {
  await open()
  browser.goOffline()
  chat.send("Soon")
  await settle()
  const said = server.toasts.indexOf(chatTexts.queued) + 1
  expect(server.dismissed).not.toContain(said)
  server.answer = answering((_, body) => stored(body))
  browser.comeOnline()
  await settle()
  expect(server.toasts).toContain(chatTexts.sentQueued(1))
  expect(server.dismissed).toContain(said)
})

test("a message that arrived in another way is not sent again", async () => {
  await open()
  browser.goOffline()
  chat.send("Once")
  await settle()
  const [{ client_id } = { client_id: "" }] = chat.snapshot().outgoing
  browser.comeOnline()
  await settle()
  browser.last().open()
  const message = stored({ client_id, content: "Once" })
  browser.last().receive({ type: "history", messages: [message], head_seq: 1, has_more: false })
  await settle()
  expect(states()).toEqual([])
  expect(said()).toEqual(["Once"])
})

test("after three failed attempts it stays visible as failed, to be retried or dropped", async () => {
  await open({ connected: false })
  server.answer = answering(() => refuse(503, "Later", "UNREADY"))
  chat.send("Stubborn")
  await settle(60_000)
  expect(posted()).toHaveLength(4)
  expect(states()).toEqual(["failed"])
  expect(server.toasts).toContain(chatTexts.sendFailed)
  const [one] = chat.snapshot().outgoing
  server.answer = answering((_, body) => stored(body))
  chat.retry(one!.client_id)
  await settle()
  expect(said()).toEqual(["Stubborn"])
  expect(new Set(posted().map(({ client_id }) => client_id)).size).toBe(1)
})

test("when rate-limited it waits, however often", async () => {
  await open({ connected: false })
  server.answer = answering(() => {
    throw new ApiError(429, { detail: "Too many", code: "RATE_LIMITED" }, 3)
  })
  chat.send("Patient")
  for (let turn = 0; turn < 6; turn++) await settle(3000)
  expect(posted().length).toBeGreaterThan(5)
  expect(states()).toEqual(["queued"])
})

test("online without a response, it says so and retries", async () => {
  await open({ connected: false })
  chat.send("Hello?")
  await settle()
  expect(server.toasts).toEqual([chatTexts.connection])
  server.answer = answering((_, body) => stored(body))
  await settle(2000)
  expect(said()).toEqual(["Hello?"])
  expect(server.toasts.at(-1)).toBe(chatTexts.sentQueued(1))
})

test("a dropped message is forgotten", async () => {
  await open()
  browser.goOffline()
  chat.send("Never mind")
  chat.discard(chat.snapshot().outgoing[0]!.client_id)
  expect(chat.snapshot().outgoing).toEqual([])
  expect(browser.stored.size).toBe(0)
})

for (const [status, kind, code] of [
  [401, chatTexts.authentication],
  [422, chatTexts.validation],
  [403, chatTexts.other],
  [422, chatTexts.sendFailed, "BLOCKED"],
] as const) {
  test(`refused with ${status} ${code ?? ""} it fails at once, as ${kind}`, async () => {
    await open({ connected: false })
    server.answer = answering(() => refuse(status, membershipTexts.used, code))
    chat.send("No")
    await settle()
    expect(states()).toEqual(["failed"])
    expect(server.toasts).toEqual([kind])
  })
}

test("without access to the room it stays visible as failed", async () => {
  await open()
  browser.goOffline()
  chat.send("On its way")
  chat.send("For nobody")
  await settle()
  expect(states()).toEqual(["queued", "queued"])
  server.answer = answering(() => new Promise(() => {}))
  browser.comeOnline()
  browser.last().open()
  browser.last().end(4403)
  await settle()
  expect(states()).toEqual(["sending", "failed"])
})

test("refused over the socket it fails with the server's message", async () => {
  await open()
  chat.send("No")
  const { client_id } = browser.last().sent.at(-1)!
  browser.last().receive({ type: "error", code: "ALLOWANCE_USED", detail: membershipTexts.used, client_id })
  await settle()
  expect(chat.snapshot().outgoing).toMatchObject([{ state: "failed", detail: membershipTexts.used }])
  expect(posted()).toEqual([])
})

test("a blank message, or one without an account, is not sent; a double click sends once", async () => {
  await open()
  expect(chat.send(" \n ")).toBe(chatTexts.empty)
  chat.send("Same")
  chat.send("Same")
  expect(chat.snapshot().outgoing).toHaveLength(1)
  server.token = null
  expect(chat.send("Hello")).toBe(chatTexts.loginToSend)
})

test("the second press of a double click finds an empty composer and is ignored, after a file too", async () => {
  await open()
  expect(chat.send("Hello")).toBeNull()
  expect(chat.send("")).toBeNull()
  await settle(1000)
  expect(chat.send("")).toBe(chatTexts.empty)
  expect(chat.attach(new File(["x"], "a.pdf"))).toBeNull()
  expect(chat.send("")).toBeNull()
  await settle(1000)
  expect(chat.send("")).toBe(chatTexts.empty)
  expect(chat.snapshot().outgoing).toHaveLength(2)
})

test("a gap joins again from the cursor", async () => {
  await open()
  browser.last().receive({ type: "create", message: aMessage(3), seq: 3, client_id: null })
  expect(browser.last().sent.at(-1)).toEqual({ type: "join", last_seq: 0 })
})

test("when the moderator changes, or the room is frozen, it is requested again", async () => {
  await open()
  const asked = () => server.calls.filter(({ what }) => what === "GET /chat/rooms/7").length
  const { moderator_id, frozen } = chat.snapshot().facts!
  browser.last().receive({ type: "room", moderator_id, frozen })
  await settle()
  expect(asked()).toBe(1)
  browser.last().receive({ type: "room", moderator_id: 5, frozen })
  await settle()
  expect(asked()).toBe(2)
  browser.last().receive({ type: "room", moderator_id, frozen: true })
  await settle()
  expect(asked()).toBe(3)
  expect(said()).toEqual([])
})

test("a response about the room does not overwrite newer presence from the socket", async () => {
  await open()
  let arrive = (_facts: unknown): void => {}
  const late = new Promise((resolve) => {
    arrive = resolve
  })
  server.answer = (what) => (what === "GET /chat/rooms/7" ? late : down())
  browser.last().receive({ type: "room", moderator_id: 5, frozen: false })
  browser.last().receive({ type: "presence", user_id: 5, online: true })
  arrive({ ...room, moderator_id: 5, other_online: false })
  await settle()
  expect(chat.snapshot().facts!.moderator_id).toBe(5)
  expect(chat.snapshot().room.online[5]).toBe(true)
})

test("typing is sent while it continues, and its end three seconds later", async () => {
  await open()
  const told = () => browser.last().sent.filter(({ type }) => type === "typing")
  chat.type()
  chat.type()
  expect(told()).toEqual([{ type: "typing", is_typing: true }])
  await settle(3000)
  expect(told().at(-1)).toEqual({ type: "typing", is_typing: false })
})

test("the other side's typing indicator expires", async () => {
  await open()
  browser.last().receive({ type: "typing", user_id: 2, is_typing: true })
  expect(chat.snapshot().room.typing).toEqual([2])
  await settle(5000)
  expect(chat.snapshot().room.typing).toEqual([])
})

test("seen messages are marked as read once, by the socket or by HTTP", async () => {
  await open()
  chat.seen(5)
  chat.seen(4)
  expect(browser.last().sent.filter(({ type }) => type === "read")).toEqual([{ type: "read", last_message_id: 5 }])
  browser.goOffline()
  chat.seen(6)
  expect(server.calls.at(-1)).toEqual({ what: "POST /chat/rooms/7/read", body: { last_message_id: 6 } })
})

test("a read mark that was lost with its connection is sent by the next one, until the server has it", async () => {
  await open()
  const marks = () => browser.last().sent.filter(({ type }) => type === "read")
  chat.seen(5)
  for (const _ of [1, 2]) {
    browser.last().end(1006)
    await settle(1000)
    browser.last().arrive()
    await settle()
    expect(marks()).toEqual([{ type: "read", last_message_id: 5 }])
  }
  browser.last().receive({ type: "read", user_id: 1, last_message_id: 5 })
  browser.last().end(1006)
  await settle(1000)
  browser.last().arrive()
  expect(marks()).toEqual([])
})

test("a read mark that the server does not confirm is sent again", async () => {
  await open()
  const marks = () => browser.last().sent.filter(({ type }) => type === "read").length
  chat.seen(5)
  await settle(10_000)
  expect(marks()).toBe(2)
  browser.last().receive({ type: "read", user_id: 1, last_message_id: 5 })
  await settle(10_000)
  expect(marks()).toBe(2)
})

test("however many frames follow a gap, it joins again once", async () => {
  await open()
  const joins = () => browser.last().sent.filter(({ type }) => type === "join").length - 1
  const beyond = (id: number) =>
    browser.last().receive({ type: "create", message: aMessage(id), seq: id, client_id: null })
  for (let id = 3; id < 100; id++) beyond(id)
  expect(joins()).toBe(1)
  browser.last().receive({ type: "history", messages: [], head_seq: 99, has_more: false })
  beyond(101)
  expect(joins()).toBe(2)
})

test("of two responses about the room, that of the later request counts", async () => {
  await open()
  const arrive: ((facts: unknown) => void)[] = []
  server.answer = (what) => (what === "GET /chat/rooms/7" ? new Promise((resolve) => arrive.push(resolve)) : down())
  // The room changes, and changes back, before the first answer arrives.
  browser.last().receive({ type: "room", moderator_id: 5, frozen: false })
  browser.last().receive({ type: "room", moderator_id: 2, frozen: false })
  arrive[1]!(room)
  arrive[0]!({ ...room, moderator_id: 5 })
  await settle()
  expect(chat.snapshot().facts!.moderator_id).toBe(2)
})

test("a failed request about the room leaves the screen, and is repeated", async () => {
  await open()
  server.answer = down
  browser.last().receive({ type: "room", moderator_id: 5, frozen: false })
  await settle()
  expect(chat.snapshot()).toMatchObject({ status: "ready", answers: false })
  server.answer = (what) => (what === "GET /chat/rooms/7" ? { ...room, moderator_id: 5 } : down())
  await settle(2000)
  expect(chat.snapshot()).toMatchObject({ status: "ready", answers: true, facts: { moderator_id: 5 } })
})

test("a room that cannot be loaded shows its error", async () => {
  server.answer = down
  await open({ connected: false })
  expect(chat.snapshot()).toMatchObject({ status: "failed", title: chatTexts.fetchFailed })
  server.answer = () => refuse(500, "")
  chat.reload()
  await settle()
  expect(chat.snapshot()).toMatchObject({ status: "failed", title: chatTexts.roomLoadFailed })
  server.answer = () => refuse(429, "Too many requests")
  chat.reload()
  await settle()
  expect(chat.snapshot()).toMatchObject({ status: "failed", title: chatTexts.loadFailed })
  // It requests the room again by itself once the browser is online.
  server.answer = () => refuse(404, "Chat room not found")
  browser.comeOnline()
  await settle()
  expect(chat.snapshot()).toMatchObject({ status: "unavailable", title: chatTexts.roomLoadFailed })
})

test("after the last attempt it says so, and can be retried", async () => {
  await open()
  for (let times = 0; times < 6; times++) {
    browser.last().end(1006)
    await settle(30_000)
  }
  expect(chat.snapshot().connection.state).toBe("error")
  chat.reconnect()
  browser.last().arrive()
  expect(chat.snapshot().connection.state).toBe("connected")
})

test("failing calls have their texts", async () => {
  await open()
  expect(await chat.remove(1)).toBe(false)
  await chat.flag(1, true)
  browser.last().receive({ type: "create", message: aMessage(1), seq: 1, client_id: null })
  await chat.loadOlder()
  expect(chat.snapshot().older).toBe("failed")
  browser.last().receive({ type: "error", code: "INVALID", detail: "No" })
  expect(server.toasts).toEqual([chatTexts.deleteFailed, chatTexts.flagFailed, chatTexts.other])
  server.answer = answering(() => undefined)
  expect(await chat.remove(1)).toBe(true)
  expect(server.toasts.at(-1)).toBe(chatTexts.deleted)
  expect(said()).toEqual([])
  expect(generalTexts.authenticationRequired).toBe(chatTexts.authentication)
})

test("a file is sent with its progress; a failed one is kept for a retry as the same message", async () => {
  await open()
  const tried: string[] = []
  server.answer = answering((_, { clientId, progress }) => {
    tried.push(clientId)
    progress(0.5)
    return tried.length === 1 ? down() : stored({ client_id: clientId, content: "" })
  })
  expect(chat.attach(undefined)).toBe(chatTexts.noFile)
  expect(chat.attach(new File([], "a.pdf"))).toBe(chatTexts.emptyFile)
  expect(chat.attach(new File(["x"], "a.exe"))).toBe(chatTexts.wrongKind)
  expect(chat.attach(new File([new Uint8Array(10 * 1024 * 1024 + 1)], "a.pdf"))).toBe(chatTexts.tooLarge)
  expect(chat.attach(new File(["x"], "a.pdf"))).toBeNull()
  await settle()
  expect(chat.snapshot().outgoing).toMatchObject([{ state: "failed", file: { name: "a.pdf" } }])
  expect(server.toasts).toEqual([chatTexts.uploadFailed])
  chat.retry(tried[0]!)
  await settle()
  expect(new Set(tried).size).toBe(1)
  expect(chat.snapshot().outgoing).toEqual([])
})

test("leaving during an upload asks for confirmation", async () => {
  await open()
  const leave = () => browser.page.dispatchEvent(new Event("beforeunload", { cancelable: true }))
  expect(leave()).toBe(true)
  let sent = (_: unknown) => {}
  server.answer = answering(() => new Promise((resolve) => (sent = resolve)))
  chat.attach(new File(["%PDF-1.4"], "care.pdf", { type: "application/pdf" }))
  await settle()
  expect(leave()).toBe(false)
  sent(aMessage(1, { sender_id: 1, message_type: "FILE" }))
  await settle()
  expect(leave()).toBe(true)
})

test("files are sent one at a time, so that they arrive in order", async () => {
  await open()
  const begun: string[] = []
  let arrive = () => {}
  server.answer = answering((_, { clientId, file }) => {
    begun.push(file.name)
    return new Promise((resolve) => {
      arrive = () => resolve(stored({ client_id: clientId, content: file.name }, begun.length))
    })
  })
  for (const name of ["one.pdf", "two.pdf", "three.pdf"]) chat.attach(new File(["x"], name))
  await settle()
  expect(begun).toEqual(["one.pdf"])
  chat.discard(chat.snapshot().outgoing[1]!.client_id)
  arrive()
  await settle()
  expect(begun).toEqual(["one.pdf", "three.pdf"])
  arrive()
  await settle()
  expect(said()).toEqual(["one.pdf", "three.pdf"])
})

test("an account with an unknown id cannot write, with an error", async () => {
  await open()
  stop()
  chat = openConversation(7, { id: 0, uuid: "", role: "user" })
  stop = chat.start()
  expect(chat.send("Hello")).toBe(chatTexts.userMissing)
  expect(chat.attach(new File(["x"], "a.pdf"))).toBe(chatTexts.userMissing)
})

test("a flag times out after five seconds", async () => {
  await open()
  server.answer = answering(() => aMessage(1, { flagged: true }))
  await chat.flag(1, true)
  expect(server.calls.at(-1)).toMatchObject({ what: "PATCH /chat/messages/1/flag", timeout: 5000 })
})

const deletions = () => server.calls.filter(({ what }) => what === "DELETE /chat/messages/1")
async function takeBack() {
  await open()
  server.answer = answering(() => undefined)
  browser.last().receive({ type: "create", message: aMessage(1, { sender_id: 1 }), seq: 1, client_id: null })
  chat.removeSoon(1)
  expect(said()).toEqual([])
  expect(server.toasts).toEqual([chatTexts.deleted])
}

test("a deleted message can be restored while its toast is shown, and is then deleted", async () => {
  await takeBack()
  await settle(60_000)
  server.undo()
  expect(said()).toEqual(["message 1"])
  expect(deletions()).toEqual([])
  chat.removeSoon(1)
  server.gone()
  await settle()
  expect(deletions()).toHaveLength(1)
  expect(server.dismissed).toHaveLength(1)
  server.undo()
  expect(said()).toEqual([])
  stop()
  expect(deletions()).toHaveLength(1)
})

test("a pending deletion is sent when the page is left; if it fails, the message is shown again", async () => {
  await takeBack()
  server.answer = answering(down)
  stop()
  expect(deletions()).toHaveLength(1)
  await settle()
  expect(server.toasts.at(-1)).toBe(chatTexts.deleteFailed)
  expect(said()).toEqual(["message 1"])
})

test("a message deleted here and in another tab does not reappear", async () => {
  await takeBack()
  browser.last().receive({ type: "delete", message_id: 1, seq: 2 })
  server.gone()
  server.undo()
  await settle()
  expect(said()).toEqual([])
  expect(deletions()).toEqual([])
})

test("nor if the deletion is received only after a reconnect", async () => {
  await takeBack()
  browser.last().end(1006)
  await settle(1000)
  browser.last().open()
  const gone = [{ id: 1, seq: 2, deleted: true }]
  browser.last().receive({ type: "history", messages: gone, head_seq: 2, has_more: false })
  server.undo()
  await settle()
  expect(said()).toEqual([])
})

test("new messages begin with a divider, until a reply", async () => {
  const messages = [aMessage(1, { sender_id: 1 }), aMessage(2), aMessage(3)]
  server.answer = (what: string) =>
    what === "GET /chat/rooms/7" ? { ...room, head_seq: 3, messages, last_read_message_id: 1 } : down()
  await open()
  expect(chat.snapshot().firstNew).toBe(2)
  chat.send("Good evening")
  expect(chat.snapshot().firstNew).toBeNull()
})
