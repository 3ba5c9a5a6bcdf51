import * as z from "zod"
import {
  ChangePassword,
  ConfirmReset,
  ConfirmVerification,
  EditProfile,
  Login,
  Register,
  RequestReset,
  RequestVerification,
  SignedIn,
  UpdatePassword,
  User,
} from "#contract/accounts.ts"
import { Message } from "#contract/common.ts"
import { loginTexts } from "#contract/texts.ts"
import type { App } from "../app.ts"
import { addressOf, perAddress } from "../http/limits.ts"
import * as accounts from "./accounts.ts"
import type { Actor } from "./actor.ts"
import * as emailAddress from "./emailAddress.ts"
import { houseOf } from "./house.ts"
import * as newPassword from "./newPassword.ts"
import { createPatience } from "./patience.ts"

const tags = ["Accounts"]
const Done = z.null().describe("Done")
const said = (summary: string) => ({ tags, summary })

export function accountRoutes({ http, store, settings, clock, limits, counters }: App): void {
  const patience = createPatience(clock, settings.rateLimitScale, counters)
  const perRegistration = perAddress(limits.registration)
  const perReset = perAddress(limits.reset)

  http.post(
    "/api/auth/register",
    {
      preHandler: perRegistration,
      schema: { ...said("Create an account"), body: Register, response: { 201: Message } },
    },
    async (request, reply) => {
      await unhurried(accounts.register(store, request.body, houseOf(request, settings)))
      return reply.status(201).send({ message: loginTexts.registered })
    },
  )
  http.post(
    "/api/auth/login",
    { schema: { ...said("Sign in"), body: Login, response: { 200: SignedIn } } },
    async (request) => {
      await limits.signIn.take(`${request.body.email} ${addressOf(request)}`)
      const userAgent = request.headers["user-agent"] ?? null
      const house = houseOf(request, settings)
      return patience.around(request.body.email, () => accounts.signIn(store, request.body, house, userAgent))
    },
  )
  http.post(
    "/api/auth/logout",
    { schema: { ...said("End this session"), response: { 204: Done } } },
    async (request, reply) => {
      await accounts.signOut(store, request.actor)
      return reply.status(204).send(null)
    },
  )

  http.get(
    "/api/auth/me",
    { schema: { ...said("The account that is signed in"), response: { 200: User } } },
    (request) => accounts.me(store, request.actor),
  )
  http.patch(
    "/api/auth/me",
    { schema: { ...said("Edit the profile"), body: EditProfile, response: { 200: User } } },
    async (request) => {
      const { actor, body } = request
      if (body.current_password) await limitOwnPassword(request)
      if (actor.kind === "person" && body.email && body.email !== actor.email) await limits.addressChange.take(actor.id)
      return accounts.editProfile(store, actor, body, houseOf(request, settings))
    },
  )

  http.post(
    "/api/auth/password-reset/request",
    {
      preHandler: perReset,
      schema: { ...said("Ask for a link to choose a new password"), body: RequestReset, response: { 202: Message } },
    },
    async (request, reply) => {
      await unhurried(newPassword.requestReset(store, request.body.email, houseOf(request, settings)))
      return reply.status(202).send({ message: loginTexts.resetRequested })
    },
  )
  http.post(
    "/api/auth/password-reset/confirm",
    {
      preHandler: perReset,
      schema: { ...said("Choose a new password by a link"), body: ConfirmReset, response: { 204: Done } },
    },
    async (request, reply) => {
      await newPassword.confirmReset(store, request.body, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/password-update",
    { schema: { ...said("Change the password"), body: UpdatePassword, response: { 204: Done } } },
    async (request, reply) => {
      await limitOwnPassword(request)
      const { password: current, new_password: wanted } = request.body
      const change = { current, wanted, field: "password" }
      await newPassword.changePassword(store, request.actor, change, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/change-password",
    { schema: { ...said("Change the password"), body: ChangePassword, response: { 204: Done } } },
    async (request, reply) => {
      await limitOwnPassword(request)
      const { current_password: current, new_password: wanted } = request.body
      const change = { current, wanted, field: "current_password" }
      await newPassword.changePassword(store, request.actor, change, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )

  http.post(
    "/api/auth/verify-email/request",
    {
      preHandler: perReset,
      schema: {
        ...said("Ask for a link to confirm an address"),
        body: RequestVerification,
        response: { 202: Message },
      },
    },
    async (request, reply) => {
      await unhurried(emailAddress.requestVerification(store, request.body.email, houseOf(request, settings)))
      return reply.status(202).send({ message: loginTexts.verificationRequested })
    },
  )
  http.post(
    "/api/auth/verify-email/confirm",
    {
      preHandler: perReset,
      schema: { ...said("Confirm an address by a link"), body: ConfirmVerification, response: { 204: Done } },
    },
    async (request, reply) => {
      await emailAddress.confirmAddress(store, request.body.oob_code, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )

  async function limitOwnPassword({ actor }: { actor: Actor }): Promise<void> {
    if (actor.kind === "person") await limits.ownPassword.take(actor.id)
  }
}

/**
 * Answers after a fixed while at the earliest: longer than either way takes on an idle server, so that the length of an
 * answer does not tell which way it went.
 */
async function unhurried(work: Promise<void>): Promise<void> {
  const least = process.env.VITEST ? 1 : 150
  await Promise.all([work, new Promise((resolve) => setTimeout(resolve, least))])
}
