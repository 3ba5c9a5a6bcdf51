import type { FastifyRequest } from "fastify"
import { assertSignedIn, only, onlyAdmins } from "../../platform/auth/actor.ts"
import { createSealer } from "../../platform/auth/sealed.ts"
import { days, hours, minutes } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { perAddress } from "../../platform/http/limits.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import { logSignIn } from "../../platform/http/securityLog.ts"
import * as factors from "./factors.ts"
import * as signIn from "./signIn.ts"

const route = routesOf("Accounts")
const usersRoute = routesOf("Users")

/** The number of wrong codes of one account in a day after which its owner is emailed and few more are accepted. */
const maxWrongCodes = 10

export interface ShopPolicy {
  readonly current: { readonly shop_name: string }
  readonly needsSecondFactor: boolean
}

export function secondFactorRoutes(app: Context & { shop: ShopPolicy }): void {
  const { settings, limits, shop } = app
  const sealer = createSealer(settings.encryptionKeys)
  const attempts = limits.make("secondFactor", 10, minutes(10))
  const wrongCodes = {
    aDay: limits.make("wrongCodes", maxWrongCodes, days(1)),
    afterwards: limits.make("codesAfterWrongOnes", 4, hours(1)),
    emails: limits.make("wrongCodeEmails", 1, days(1)),
  }
  const partyOf = (request: FastifyRequest) => ({
    name: shop.current.shop_name,
    origin: requestContextOf(request, settings).origin,
  })
  const signingIn = (request: FastifyRequest): signIn.SigningIn => ({
    party: partyOf(request),
    sealer,
    attempts,
    wrongCodes,
    context: requestContextOf(request, settings),
    userAgent: request.headers["user-agent"] ?? null,
  })
  const factorContext = (request: FastifyRequest): factors.FactorContext => ({
    party: partyOf(request),
    sealer,
    isRequired: shop.needsSecondFactor,
  })
  signInRoutes(app, signingIn)
  confirmationRoutes(app, signingIn)
  passkeyRoutes(app, factorContext)
  appRoutes(app, factorContext)
}

type SigningInOf = (request: FastifyRequest) => signIn.SigningIn
type FactorContextOf = (request: FastifyRequest) => factors.FactorContext

function signInRoutes({ http, store, limits }: Context, signingIn: SigningInOf): void {
  const perSignIn = perAddress(limits.signInAddress)
  route(http, "POST /auth/second-step", {
    summary: "Finish signing in with a code",
    preHandler: perSignIn,
    handler: async (request) =>
      logSignIn(request, "code", await signIn.signInByCode(store, request.body, signingIn(request))),
  })
  route(http, "POST /auth/passkey/options", {
    summary: "Ask to sign in with a passkey, alone or as the second step",
    preHandler: perSignIn,
    handler: (request) => signIn.askPasskey(store, request.body, signingIn(request)),
  })
  route(http, "POST /auth/passkey", {
    summary: "Sign in with a passkey",
    preHandler: perSignIn,
    handler: async (request) =>
      logSignIn(request, "passkey", await signIn.signInByPasskey(store, request.body, signingIn(request))),
  })
}

function confirmationRoutes({ http, store }: Context, signingIn: SigningInOf): void {
  route(http, "POST /auth/confirm", {
    summary: "Confirm who you are, by a code or the password, for ten minutes",
    onRequest: only(assertSignedIn),
    handler: (request) => signIn.confirm(store, request.actor, request.body, signingIn(request)),
  })
  route(http, "POST /auth/confirm/passkey/options", {
    summary: "Ask to confirm who you are with a passkey",
    onRequest: only(assertSignedIn),
    handler: (request) => signIn.askConfirmingPasskey(store, request.actor, signingIn(request)),
  })
  route(http, "POST /auth/confirm/passkey", {
    summary: "Confirm who you are with a passkey",
    onRequest: only(assertSignedIn),
    handler: (request) => signIn.confirmByPasskey(store, request.actor, request.body, signingIn(request)),
  })
}

function passkeyRoutes({ http, store }: Context, contextOf: FactorContextOf): void {
  route(http, "GET /auth/second-factor", {
    summary: "The account's passkeys and authenticator app",
    onRequest: only(assertSignedIn),
    handler: (request) => factors.ownSecondFactor(store, request.actor, contextOf(request)),
  })
  route(http, "POST /auth/passkeys/options", {
    summary: "Ask to add a passkey",
    onRequest: only(assertSignedIn),
    handler: (request) => factors.startPasskey(store, request.actor, contextOf(request)),
  })
  route(http, "POST /auth/passkeys", {
    summary: "Add a passkey",
    onRequest: only(assertSignedIn),
    status: 201,
    handler: (request) => factors.finishPasskey(store, request.actor, request.body, contextOf(request)),
  })
  route(http, "PATCH /auth/passkeys/{id}", {
    summary: "Rename a passkey",
    onRequest: only(assertSignedIn),
    handler: ({ actor, params, body }) => factors.renamePasskey(store, actor, params.id, body.name),
  })
  route(http, "DELETE /auth/passkeys/{id}", {
    summary: "Remove a passkey",
    onRequest: only(assertSignedIn),
    handler: (request) => factors.removePasskey(store, request.actor, request.params.id, contextOf(request)),
  })
}

function appRoutes({ http, store, settings }: Context, contextOf: FactorContextOf): void {
  route(http, "POST /auth/authenticator", {
    summary: "Start setting up an authenticator app",
    onRequest: only(assertSignedIn),
    handler: (request) => factors.startApp(store, request.actor, contextOf(request)),
  })
  route(http, "POST /auth/authenticator/confirm", {
    summary: "Put the app into use with its first code",
    onRequest: only(assertSignedIn),
    handler: (request) => factors.confirmApp(store, request.actor, request.body.code, contextOf(request)),
  })
  route(http, "DELETE /auth/authenticator", {
    summary: "Remove the authenticator app",
    onRequest: only(assertSignedIn),
    handler: (request) => factors.removeApp(store, request.actor, contextOf(request)),
  })
  route(http, "POST /auth/recovery-codes", {
    summary: "Replace the recovery codes",
    onRequest: only(assertSignedIn),
    handler: (request) => factors.newRecoveryCodes(store, request.actor, contextOf(request)),
  })
  usersRoute(http, "DELETE /admin/users/{id}/second-factor", {
    summary: "Remove the second factor of somebody who lost it",
    onRequest: onlyAdmins("super_admin"),
    handler: async (request) => {
      const { origin } = requestContextOf(request, settings)
      await store.transaction((tx) => factors.resetSecondFactor(tx, request.actor, request.params.id, origin))
    },
  })
}
