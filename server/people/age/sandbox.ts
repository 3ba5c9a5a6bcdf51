import { randomBytes } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose"
import { calculatePKCECodeChallenge } from "openid-client"
import * as z from "zod"
import { text } from "#contract/common.ts"
import { serverKeys } from "../../platform/db/serverKeys.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Http } from "../../platform/http/http.ts"
import { originOf, ownAddress } from "../../platform/http/origin.ts"
import { sendPlainPage } from "../../platform/http/plainPage.ts"
import { languageOf } from "../../platform/languages.ts"
import type { Settings } from "../../platform/settings.ts"
import type { AgePages } from "./agePages.ts"
import { type AgeProvider, callbackPath, openIdProvider } from "./provider.ts"

const base = "/sandbox/age"
const clientId = "vitrine"
const claim = "age_over_18"

function issuerOf(http: Http): string {
  const address = ownAddress(http)
  if (address === null) throw new Error("the sandbox answers only while the server listens")
  return address + base
}

/** The secret exists in this process only: the shop calls the sandbox of the same server. */
const makeSecret = () => randomBytes(24).toString("hex")

/** Returns the shop's side of the sandbox, which uses the same client as any other provider. */
export function sandboxProvider(http: Http): { provider: AgeProvider; secret: string } {
  const secret = makeSecret()
  const provider = openIdProvider({
    name: "sandbox",
    isSandbox: true,
    issuer: () => issuerOf(http),
    clientId,
    clientSecret: secret,
    scope: "openid",
    claim,
    originFor: (origin) => origin,
  })
  return { provider, secret }
}

interface SandboxContext {
  http: Http
  store: Store
  settings: Settings
  pages: AgePages
}

/**
 * A test provider: the parts of OpenID Connect that openid-client uses, with a page that asks for the answer instead of
 * a check. The codes and tokens that it issues are signed, so that any node can answer.
 */
export async function sandboxRoutes({ http: app, store, settings, pages }: SandboxContext, secret: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256")
  const jwk = { ...(await exportJWK(publicKey)), alg: "ES256", use: "sig", kid: "sandbox" }
  const codeKey = async () => (await serverKeys(store, "age sandbox"))[0]
  const hide = { hide: true }
  app.register(async (scope) => {
    const http = scope as unknown as Http
    http.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    http.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store")
    })

    http.get(`${base}/.well-known/openid-configuration`, { schema: hide }, () => {
      const issuer = issuerOf(app)
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["pairwise"],
        id_token_signing_alg_values_supported: ["ES256"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
        code_challenge_methods_supported: ["S256"],
        claims_supported: ["sub", claim],
        authorization_response_iss_parameter_supported: true,
      }
    })

    http.get(`${base}/jwks`, { schema: hide }, () => ({ keys: [jwk] }))

    http.get(`${base}/authorize`, { schema: { ...hide, querystring: Asked } }, (request, reply) => {
      if (!isOurs(request, request.query)) return sendPlainPage(reply, 400, pages.sandboxUnknown(languageOf(request)))
      return sendPlainPage(reply, 200, pages.sandbox(languageOf(request)))
    })

    http.post(
      `${base}/authorize`,
      { schema: { ...hide, querystring: Asked, body: z.object({ answer: z.enum(["over", "under", "cancel"]) }) } },
      async (request, reply) => {
        const { query, body } = request
        if (!isOurs(request, query)) return sendPlainPage(reply, 400, pages.sandboxUnknown(languageOf(request)))
        const answer = new URL(query.redirect_uri)
        answer.searchParams.set("state", query.state)
        answer.searchParams.set("iss", issuerOf(app))
        if (body.answer === "cancel") answer.searchParams.set("error", "access_denied")
        else {
          const { nonce, code_challenge, redirect_uri } = query
          const code = await new SignJWT({ nonce, code_challenge, redirect_uri, over: body.answer === "over" })
            .setProtectedHeader({ alg: "HS256" })
            .setExpirationTime("1m")
            .sign(await codeKey())
          answer.searchParams.set("code", code)
        }
        return reply.redirect(answer.href, 303)
      },
    )

    http.post(`${base}/token`, { schema: { ...hide, body: Wanted } }, async ({ body }, reply) => {
      if (body.client_id !== clientId || body.client_secret !== secret) {
        return reply.status(401).send({ error: "invalid_client" })
      }
      const code = await jwtVerify<Code>(body.code, await codeKey(), { algorithms: ["HS256"] }).catch(() => null)
      const isSame =
        code?.payload.redirect_uri === body.redirect_uri &&
        code.payload.code_challenge === (await calculatePKCECodeChallenge(body.code_verifier))
      if (!isSame) return reply.status(400).send({ error: "invalid_grant" })
      const { nonce, over } = code.payload
      const idToken = await new SignJWT({ nonce, [claim]: over })
        .setProtectedHeader({ alg: "ES256", kid: "sandbox" })
        .setIssuer(issuerOf(app))
        .setAudience(clientId)
        .setSubject(randomBytes(16).toString("hex"))
        .setIssuedAt()
        .setExpirationTime("1m")
        .sign(privateKey)
      return { access_token: makeSecret(), token_type: "Bearer", expires_in: 60, id_token: idToken }
    })
  })

  /** Allows redirects to the shop only. */
  function isOurs(request: FastifyRequest, { client_id, redirect_uri }: Asked): boolean {
    return client_id === clientId && redirect_uri === originOf(request, settings) + callbackPath
  }
}

const Asked = z.object({
  client_id: text(),
  redirect_uri: text(),
  response_type: z.literal("code"),
  state: text(),
  nonce: text(),
  code_challenge: text(),
  code_challenge_method: z.literal("S256"),
})
type Asked = z.infer<typeof Asked>

const Wanted = z.object({
  grant_type: z.literal("authorization_code"),
  client_id: text(),
  client_secret: text(),
  code: text(),
  code_verifier: text(),
  redirect_uri: text(),
})

interface Code {
  nonce: string
  code_challenge: string
  redirect_uri: string
  over: boolean
}
