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
import * as accounts from "./accounts.ts"
import * as emailAddress from "./emailAddress.ts"
import { houseOf } from "./house.ts"
import * as newPassword from "./newPassword.ts"

const tags = ["Accounts"]
const Done = z.null().describe("Done")

export function accountRoutes({ http, store, settings }: App): void {
  http.post(
    "/api/auth/register",
    { schema: { tags, summary: "Create an account", body: Register, response: { 201: Message } } },
    async (request, reply) => {
      await accounts.register(store, request.body, houseOf(request, settings))
      return reply.status(201).send({ message: loginTexts.registered })
    },
  )
  http.post(
    "/api/auth/login",
    { schema: { tags, summary: "Sign in", body: Login, response: { 200: SignedIn } } },
    (request) => accounts.signIn(store, request.body, settings, request.headers["user-agent"] ?? null),
  )
  http.post(
    "/api/auth/logout",
    { schema: { tags, summary: "End this session", response: { 204: Done } } },
    async (request, reply) => {
      await accounts.signOut(store, request.actor)
      return reply.status(204).send(null)
    },
  )
  http.get("/api/auth/me", { schema: { tags, summary: "Who is signed in", response: { 200: User } } }, (request) =>
    accounts.me(store, request.actor),
  )
  http.patch(
    "/api/auth/me",
    { schema: { tags, summary: "Edit the own profile", body: EditProfile, response: { 200: User } } },
    (request) => accounts.editProfile(store, request.actor, request.body, houseOf(request, settings)),
  )
  http.post(
    "/api/auth/password-reset/request",
    {
      schema: {
        tags,
        summary: "Ask for a link to choose a new password",
        body: RequestReset,
        response: { 202: Message },
      },
    },
    async (request, reply) => {
      await unhurried(newPassword.requestReset(store, request.body.email, houseOf(request, settings)))
      return reply.status(202).send({ message: loginTexts.resetRequested })
    },
  )
  http.post(
    "/api/auth/password-reset/confirm",
    { schema: { tags, summary: "Choose a new password by a link", body: ConfirmReset, response: { 204: Done } } },
    async (request, reply) => {
      await newPassword.confirmReset(store, request.body, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/password-update",
    { schema: { tags, summary: "Change the own password", body: UpdatePassword, response: { 204: Done } } },
    async (request, reply) => {
      const { password: current, new_password: wanted } = request.body
      const change = { current, wanted, field: "password" }
      await newPassword.changePassword(store, request.actor, change, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/change-password",
    { schema: { tags, summary: "Change the own password", body: ChangePassword, response: { 204: Done } } },
    async (request, reply) => {
      const { current_password: current, new_password: wanted } = request.body
      const change = { current, wanted, field: "current_password" }
      await newPassword.changePassword(store, request.actor, change, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/auth/verify-email/request",
    {
      schema: {
        tags,
        summary: "Ask for a link to confirm an address",
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
    { schema: { tags, summary: "Confirm an address by a link", body: ConfirmVerification, response: { 204: Done } } },
    async (request, reply) => {
      await emailAddress.confirmAddress(store, request.body.oob_code, houseOf(request, settings))
      return reply.status(204).send(null)
    },
  )
}

/** Answers after a fixed while at the earliest, so that its length does not tell whether there was anything to do. */
async function unhurried(work: Promise<void>): Promise<void> {
  const while_ = process.env.VITEST ? 1 : 100
  await Promise.all([work, new Promise((resolve) => setTimeout(resolve, while_))])
}
