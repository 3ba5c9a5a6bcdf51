import type { FastifyRequest } from "fastify"
import * as z from "zod"
import { SignedIn } from "#contract/accounts.ts"
import { IdParams } from "#contract/common.ts"
import {
  ConfirmApp,
  Confirmation,
  NewApp,
  NewPasskey,
  PasskeyAnswer,
  PasskeyName,
  PasskeyOptions,
  PasskeyRequest,
  RecoveryCodes,
  SecondFactor,
  SecondStepCode,
} from "#contract/secondFactor.ts"
import { assertSignedIn, only, onlyAdmins } from "../auth/actor.ts"
import { createSealer } from "../auth/sealed.ts"
import { days, hours, minutes } from "../clock.ts"
import type { Context } from "../context.ts"
import { perAddress } from "../http/limits.ts"
import { requestContextOf } from "../http/requestContext.ts"
import { logSignIn } from "../http/securityLog.ts"
import * as factors from "./factors.ts"
import * as signIn from "./signIn.ts"

const Done = z.null().describe("Done")
/** Wrong codes of one account in a day, after which its owner is told and few more are taken. */
const maxWrongCodes = 10
const docs = (summary: string) => ({ tags: ["Accounts"], summary })

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
  http.post(
    "/api/auth/second-step",
    {
      preHandler: perSignIn,
      schema: { ...docs("Finish signing in with a code"), body: SecondStepCode, response: { 200: SignedIn } },
    },
    async (request) => logSignIn(request, "code", await signIn.signInByCode(store, request.body, signingIn(request))),
  )
  http.post(
    "/api/auth/passkey/options",
    {
      preHandler: perSignIn,
      schema: {
        ...docs("Ask to sign in with a passkey, alone or as the second step"),
        body: PasskeyRequest,
        response: { 200: PasskeyOptions },
      },
    },
    (request) => signIn.askPasskey(store, request.body, signingIn(request)),
  )
  http.post(
    "/api/auth/passkey",
    {
      preHandler: perSignIn,
      schema: { ...docs("Sign in with a passkey"), body: PasskeyAnswer, response: { 200: SignedIn } },
    },
    async (request) =>
      logSignIn(request, "passkey", await signIn.signInByPasskey(store, request.body, signingIn(request))),
  )
}

function confirmationRoutes({ http, store }: Context, signingIn: SigningInOf): void {
  http.post(
    "/api/auth/confirm",
    {
      onRequest: only(assertSignedIn),
      schema: {
        ...docs("Confirm who you are, by a code or the password, for ten minutes"),
        body: Confirmation,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      await signIn.confirm(store, request.actor, request.body, signingIn(request))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/confirm/passkey/options",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Ask to confirm who you are with a passkey"), response: { 200: PasskeyOptions } },
    },
    (request) => signIn.askConfirmingPasskey(store, request.actor, signingIn(request)),
  )
  http.post(
    "/api/auth/confirm/passkey",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Confirm who you are with a passkey"), body: PasskeyAnswer, response: { 204: Done } },
    },
    async (request, reply) => {
      await signIn.confirmByPasskey(store, request.actor, request.body, signingIn(request))
      return reply.status(204).send(null)
    },
  )
}

function passkeyRoutes({ http, store }: Context, contextOf: FactorContextOf): void {
  http.get(
    "/api/auth/second-factor",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("The account's passkeys and authenticator app"), response: { 200: SecondFactor } },
    },
    (request) => factors.ownSecondFactor(store, request.actor, contextOf(request)),
  )
  http.post(
    "/api/auth/passkeys/options",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Ask to add a passkey"), response: { 200: PasskeyOptions } },
    },
    (request) => factors.startPasskey(store, request.actor, contextOf(request)),
  )
  http.post(
    "/api/auth/passkeys",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Add a passkey"), body: NewPasskey, response: { 201: RecoveryCodes } },
    },
    async (request, reply) =>
      reply.status(201).send(await factors.finishPasskey(store, request.actor, request.body, contextOf(request))),
  )
  http.patch(
    "/api/auth/passkeys/:id",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Rename a passkey"), params: IdParams, body: PasskeyName, response: { 204: Done } },
    },
    async ({ actor, params, body }, reply) => {
      await factors.renamePasskey(store, actor, params.id, body.name)
      return reply.status(204).send(null)
    },
  )
  http.delete(
    "/api/auth/passkeys/:id",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Remove a passkey"), params: IdParams, response: { 204: Done } },
    },
    async (request, reply) => {
      await factors.removePasskey(store, request.actor, request.params.id, contextOf(request))
      return reply.status(204).send(null)
    },
  )
}

function appRoutes({ http, store, settings }: Context, contextOf: FactorContextOf): void {
  http.post(
    "/api/auth/authenticator",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Start setting up an authenticator app"), response: { 200: NewApp } },
    },
    (request) => factors.startApp(store, request.actor, contextOf(request)),
  )
  http.post(
    "/api/auth/authenticator/confirm",
    {
      onRequest: only(assertSignedIn),
      schema: {
        ...docs("Put the app into use with its first code"),
        body: ConfirmApp,
        response: { 200: RecoveryCodes },
      },
    },
    (request) => factors.confirmApp(store, request.actor, request.body.code, contextOf(request)),
  )
  http.delete(
    "/api/auth/authenticator",
    { onRequest: only(assertSignedIn), schema: { ...docs("Remove the authenticator app"), response: { 204: Done } } },
    async (request, reply) => {
      await factors.removeApp(store, request.actor, contextOf(request))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/recovery-codes",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Replace the recovery codes"), response: { 200: RecoveryCodes } },
    },
    (request) => factors.newRecoveryCodes(store, request.actor, contextOf(request)),
  )
  http.delete(
    "/api/admin/users/:id/second-factor",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: {
        tags: ["Users"],
        summary: "Remove the second factor of somebody who lost it",
        params: IdParams,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const { origin } = requestContextOf(request, settings)
      await store.transaction((tx) => factors.resetSecondFactor(tx, request.actor, request.params.id, origin))
      return reply.status(204).send(null)
    },
  )
}
