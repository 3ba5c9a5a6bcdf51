import * as z from "zod"
import {
  ChangePassword,
  ChosenLanguage,
  ConfirmReset,
  ConfirmVerification,
  EditProfile,
  EmailChangeUndone,
  Login,
  Register,
  RequestReset,
  RequestVerification,
  SignInAnswer,
  TimeZone,
  UndoEmailChange,
  UpdatePassword,
  User,
} from "#contract/accounts.ts"
import { Message } from "#contract/common.ts"
import { accountTexts, loginTexts } from "#contract/memberText.ts"
import type { Actor } from "../auth/actor.ts"
import { assertSignedIn, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { type Limits, perAddress } from "../http/limits.ts"
import { requestContextOf } from "../http/requestContext.ts"
import { logSignIn } from "../http/securityLog.ts"
import * as accounts from "./accounts.ts"
import * as emailAddress from "./emailAddress.ts"
import { createGuessLimits } from "./guessLimits.ts"
import { createLoginBackoff } from "./loginBackoff.ts"
import * as newPassword from "./newPassword.ts"
import { takeBack } from "./takeBack.ts"

type AskSecondStep = accounts.SigningIn["askSecondStep"]

const tags = ["Accounts"]
const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags, summary })

/** `askSecondStep` is second-factor's, for accounts that have one. */
export function accountRoutes(context: Context, askSecondStep: AskSecondStep): void {
  signInRoutes(context, askSecondStep)
  profileRoutes(context)
  passwordRoutes(context)
  addressRoutes(context)
}

function signInRoutes({ http, store, settings, clock, limits, counters }: Context, askSecondStep: AskSecondStep): void {
  const backoff = createLoginBackoff(clock, settings.rateLimitScale, counters)
  const guessing = createGuessLimits(limits, counters)

  http.post(
    "/api/auth/register",
    {
      preHandler: perAddress(limits.registration),
      schema: { ...docs("Create an account"), body: Register, response: { 201: Message } },
    },
    async (request, reply) => {
      await withMinimumDuration(accounts.register(store, request.body, requestContextOf(request, settings)))
      return reply.status(201).send({ message: loginTexts.registered })
    },
  )
  http.post(
    "/api/auth/login",
    { schema: { ...docs("Sign in"), body: Login, response: { 200: SignInAnswer } } },
    async (request) => {
      const { email } = request.body
      const userAgent = request.headers["user-agent"] ?? null
      const requestContext = requestContextOf(request, settings)
      await limits.signIn.take(`${email} ${requestContext.address}`)
      const answer = await guessing.around(email, requestContext.address, (isKnown) =>
        backoff.around(email, isKnown, () =>
          accounts.signIn(store, request.body, { context: requestContext, userAgent, askSecondStep }),
        ),
      )
      return logSignIn(request, "password", answer)
    },
  )
  http.post(
    "/api/auth/logout",
    { onRequest: only(assertSignedIn), schema: { ...docs("End this session"), response: { 204: Done } } },
    async (request, reply) => {
      await accounts.signOut(store, request.actor)
      return reply.status(204).send(null)
    },
  )
}

function profileRoutes({ http, store, settings, limits }: Context): void {
  http.get(
    "/api/auth/me",
    { onRequest: only(assertSignedIn), schema: { ...docs("The signed-in account"), response: { 200: User } } },
    (request) => accounts.me(store, request.actor),
  )
  http.patch(
    "/api/auth/me",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Edit the profile"), body: EditProfile, response: { 200: User } },
    },
    async (request) => {
      const { actor, body } = request
      if (body.current_password) await limitOwnPassword(request, limits)
      if (actor.kind === "person" && body.email && body.email !== actor.email) await limits.addressChange.take(actor.id)
      return accounts.editProfile(store, actor, body, requestContextOf(request, settings))
    },
  )

  http.put(
    "/api/auth/time-zone",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Set the account's time zone"), body: TimeZone, response: { 204: Done } },
    },
    async (request, reply) => {
      await accounts.keepTimeZone(store, request.actor, request.body.time_zone)
      return reply.status(204).send(null)
    },
  )

  http.put(
    "/api/auth/language",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Set the language of pages and emails"), body: ChosenLanguage, response: { 204: Done } },
    },
    async (request, reply) => {
      await accounts.keepLanguage(store, request.actor, request.body.language)
      return reply.status(204).send(null)
    },
  )
}

function passwordRoutes({ http, store, settings, limits }: Context): void {
  const perReset = perAddress(limits.reset)
  http.post(
    "/api/auth/password-reset/request",
    {
      preHandler: perReset,
      schema: { ...docs("Request a password reset link"), body: RequestReset, response: { 202: Message } },
    },
    async (request, reply) => {
      await withMinimumDuration(
        newPassword.requestReset(store, request.body.email, requestContextOf(request, settings)),
      )
      return reply.status(202).send({ message: loginTexts.resetRequested })
    },
  )
  http.post(
    "/api/auth/password-reset/confirm",
    {
      preHandler: perReset,
      schema: { ...docs("Set a new password with a link"), body: ConfirmReset, response: { 204: Done } },
    },
    async (request, reply) => {
      await newPassword.confirmReset(store, request.body, requestContextOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/password-update",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Change the password"), body: UpdatePassword, response: { 204: Done } },
    },
    async (request, reply) => {
      await limitOwnPassword(request, limits)
      const { password: current, new_password: wanted } = request.body
      const change = { current, wanted }
      await newPassword.changePassword(store, request.actor, change, requestContextOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/change-password",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Change the password"), body: ChangePassword, response: { 204: Done } },
    },
    async (request, reply) => {
      await limitOwnPassword(request, limits)
      const { current_password: current, new_password: wanted } = request.body
      const change = { current, wanted }
      await newPassword.changePassword(store, request.actor, change, requestContextOf(request, settings))
      return reply.status(204).send(null)
    },
  )
}

function addressRoutes({ http, store, settings, limits }: Context): void {
  const perReset = perAddress(limits.reset)
  http.post(
    "/api/auth/verify-email/request",
    {
      preHandler: perReset,
      schema: {
        ...docs("Request a link to confirm an email address"),
        body: RequestVerification,
        response: { 202: Message },
      },
    },
    async (request, reply) => {
      await withMinimumDuration(
        emailAddress.requestVerification(store, request.body.email, requestContextOf(request, settings)),
      )
      return reply.status(202).send({ message: loginTexts.verificationRequested })
    },
  )
  http.post(
    "/api/auth/verify-email/confirm",
    {
      preHandler: perReset,
      schema: { ...docs("Confirm an email address with a link"), body: ConfirmVerification, response: { 204: Done } },
    },
    async (request, reply) => {
      await emailAddress.confirmAddress(store, request.body.oob_code, requestContextOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/email-change/resend",
    {
      onRequest: only(assertSignedIn),
      schema: {
        ...docs("Resend the link that confirms a pending email change"),
        response: { 202: Message },
      },
    },
    async (request, reply) => {
      await emailAddress.sendChangeAgain(store, request.actor, requestContextOf(request, settings), limits.changeEmails)
      return reply.status(202).send({ message: accountTexts.changeSentAgain })
    },
  )
  for (const [path, purpose, about] of [
    ["email-change", "undo_email_change", "Undo an email change, with the link sent to the old address"],
    [
      "second-factor",
      "undo_factor",
      "Remove a factor that somebody else added, with the link sent to the account's address",
    ],
  ] as const) {
    http.post(
      `/api/auth/${path}/undo`,
      {
        preHandler: perReset,
        schema: { ...docs(about), body: UndoEmailChange, response: { 200: EmailChangeUndone } },
      },
      async (request) => ({
        oob_code: await takeBack(store, request.body.oob_code, purpose, requestContextOf(request, settings)),
      }),
    )
  }
}

async function limitOwnPassword({ actor }: { actor: Actor }, { ownPassword }: Limits): Promise<void> {
  if (actor.kind === "person") await ownPassword.take(actor.id)
}

/**
 * Responds no sooner than a fixed minimum, which is longer than either branch takes on an idle server, so that the
 * response time does not reveal which branch was taken.
 */
async function withMinimumDuration(work: Promise<void>): Promise<void> {
  const minimum = process.env.VITEST ? 1 : 150
  await Promise.all([work, new Promise((resolve) => setTimeout(resolve, minimum))])
}
