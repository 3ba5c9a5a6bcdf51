import { accountTexts, loginTexts } from "#contract/memberText.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { assertSignedIn, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { type Limits, perAddress } from "../../platform/http/limits.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import { logSignIn } from "../../platform/http/securityLog.ts"
import { said } from "../../platform/languages.ts"
import * as accounts from "./accounts.ts"
import * as emailAddress from "./emailAddress.ts"
import { createGuessLimits } from "./guessLimits.ts"
import { acceptInvitation, openInvitation } from "./invitation.ts"
import { createLoginBackoff } from "./loginBackoff.ts"
import * as newPassword from "./newPassword.ts"
import { takeBack } from "./takeBack.ts"

const route = routesOf("Accounts")

type AskSecondStep = accounts.SigningIn["askSecondStep"]

interface Given extends Context {
  shop: { readonly needsSecondFactor: boolean }
}

/** `askSecondStep` comes from `second-factor`, and is called for accounts that have one. */
export function accountRoutes(context: Given, askSecondStep: AskSecondStep): void {
  signInRoutes(context, askSecondStep)
  profileRoutes(context)
  passwordRoutes(context)
  addressRoutes(context)
}

function signInRoutes({ http, store, settings, clock, limits, counters }: Context, askSecondStep: AskSecondStep): void {
  const backoff = createLoginBackoff(clock, settings.rateLimitScale, counters)
  const guessing = createGuessLimits(limits, counters)

  route(http, "POST /auth/register", {
    summary: "Create an account",
    preHandler: perAddress(limits.registration),
    status: 201,
    handler: async (request) => {
      await withMinimumDuration(accounts.register(store, request.body, requestContextOf(request, settings)))
      return { message: said(loginTexts.registered) }
    },
  })
  route(http, "POST /auth/login", {
    summary: "Sign in",
    handler: async (request) => {
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
  })
  route(http, "POST /auth/logout", {
    summary: "End this session",
    onRequest: only(assertSignedIn),
    handler: (request) => accounts.signOut(store, request.actor),
  })
}

function profileRoutes({ http, store, settings, limits }: Context): void {
  route(http, "GET /auth/me", {
    summary: "The signed-in account",
    onRequest: only(assertSignedIn),
    handler: (request) => accounts.me(store, request.actor),
  })
  route(http, "PATCH /auth/me", {
    summary: "Edit the profile",
    onRequest: only(assertSignedIn),
    handler: async (request) => {
      const { actor, body } = request
      if (body.current_password) await limitOwnPassword(request, limits)
      if (actor.kind === "person" && body.email && body.email !== actor.email) await limits.addressChange.take(actor.id)
      return accounts.editProfile(store, actor, body, requestContextOf(request, settings))
    },
  })

  route(http, "PUT /auth/time-zone", {
    summary: "Set the account's time zone",
    onRequest: only(assertSignedIn),
    handler: (request) => accounts.keepTimeZone(store, request.actor, request.body.time_zone),
  })

  route(http, "PUT /auth/language", {
    summary: "Set the language of pages and emails",
    onRequest: only(assertSignedIn),
    handler: (request) => accounts.keepLanguage(store, request.actor, request.body.language),
  })

  route(http, "PUT /auth/seen-terms", {
    summary: "Note which versions of the terms and the privacy policy were announced to the account",
    onRequest: only(assertSignedIn),
    handler: (request) => accounts.keepSeen(store, request.actor, request.body),
  })
}

function passwordRoutes({ http, store, settings, limits, shop }: Given): void {
  const perReset = perAddress(limits.reset)
  route(http, "POST /auth/password-reset/request", {
    summary: "Request a password reset link",
    preHandler: perReset,
    status: 202,
    handler: async (request) => {
      await withMinimumDuration(
        newPassword.requestReset(store, request.body.email, requestContextOf(request, settings)),
      )
      return { message: said(loginTexts.resetRequested) }
    },
  })
  route(http, "POST /auth/password-reset/confirm", {
    summary: "Set a new password with a link",
    preHandler: perReset,
    handler: (request) => newPassword.confirmReset(store, request.body, requestContextOf(request, settings)),
  })
  route(http, "POST /auth/invitation", {
    summary: "Show who a link invites to the staff",
    preHandler: perReset,
    handler: ({ body }) => store.transaction((tx) => openInvitation(tx, body.oob_code, shop)),
  })
  route(http, "POST /auth/invitation/accept", {
    summary: "Accept an invitation to the staff by choosing a password",
    preHandler: perReset,
    handler: (request) => {
      const { oob_code: code, new_password: password } = request.body
      return acceptInvitation(store, { code, password }, requestContextOf(request, settings))
    },
  })
  route(http, "POST /auth/password-update", {
    summary: "Change the password",
    onRequest: only(assertSignedIn),
    handler: async (request) => {
      await limitOwnPassword(request, limits)
      const { password: current, new_password: wanted } = request.body
      const change = { current, wanted }
      await newPassword.changePassword(store, request.actor, change, requestContextOf(request, settings))
    },
  })
  route(http, "POST /auth/change-password", {
    summary: "Change the password",
    onRequest: only(assertSignedIn),
    handler: async (request) => {
      await limitOwnPassword(request, limits)
      const { current_password: current, new_password: wanted } = request.body
      const change = { current, wanted }
      await newPassword.changePassword(store, request.actor, change, requestContextOf(request, settings))
    },
  })
}

function addressRoutes({ http, store, settings, limits }: Context): void {
  const perReset = perAddress(limits.reset)
  route(http, "POST /auth/verify-email/request", {
    summary: "Request a link to confirm an email address",
    preHandler: perReset,
    status: 202,
    handler: async (request) => {
      await withMinimumDuration(
        emailAddress.requestVerification(store, request.body.email, requestContextOf(request, settings)),
      )
      return { message: said(loginTexts.verificationRequested) }
    },
  })
  route(http, "POST /auth/verify-email/confirm", {
    summary: "Confirm an email address with a link",
    preHandler: perReset,
    handler: (request) =>
      emailAddress.confirmAddress(store, request.body.oob_code, requestContextOf(request, settings)),
  })
  route(http, "POST /auth/email-change/resend", {
    summary: "Resend the link that confirms a pending email change",
    onRequest: only(assertSignedIn),
    status: 202,
    handler: async (request) => {
      await emailAddress.sendChangeAgain(store, request.actor, requestContextOf(request, settings), limits.changeEmails)
      return { message: said(accountTexts.changeSentAgain) }
    },
  })
  for (const [path, purpose, about] of [
    ["email-change", "undo_email_change", "Undo an email change, with the link sent to the old address"],
    [
      "second-factor",
      "undo_factor",
      "Remove a factor that somebody else added, with the link sent to the account's address",
    ],
  ] as const) {
    route(http, `POST /auth/${path}/undo`, {
      summary: about,
      preHandler: perReset,
      handler: async (request) => ({
        oob_code: await takeBack(store, request.body.oob_code, purpose, requestContextOf(request, settings)),
      }),
    })
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
