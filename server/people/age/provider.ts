import * as oidc from "openid-client"

/** The values that the browser is sent away with, by which the answer is recognized. */
export interface Check {
  state: string
  nonce: string
  codeVerifier: string
}

export interface AgeProvider {
  /** The name that is stored with each assurance. */
  readonly name: string
  /** The sandbox believes everybody. */
  readonly isSandbox: boolean
  makeCheck(): Check
  /** Returns the address to send the browser to. `origin` is that of the shop, as the browser sees it. */
  begin(check: Check, origin: string): Promise<string>
  /** Returns whether the visitor is over 18, by the request with which the browser came back. Throws AgeCheckError. */
  finish(check: Check, answer: URL): Promise<boolean>
}

export type AgeCheckFault = "cancelled" | "unavailable" | "unreadable"

/** Thrown when the visitor gives up, the provider does not respond, or its answer is invalid. */
export class AgeCheckError extends Error {
  readonly fault: AgeCheckFault

  constructor(fault: AgeCheckFault, cause: unknown) {
    super(`the age check failed: ${fault}`, { cause })
    this.fault = fault
  }
}

export const callbackPath = "/age/callback"

interface Options {
  name: string
  isSandbox: boolean
  /** A function, because the issuer of the sandbox is known only once the server listens. */
  issuer(): string
  clientId: string
  clientSecret: string
  scope: string
  /** The claim of the ID token, or of the user info, by which the provider states "over 18". */
  claim: string
  /** The origin of the authorization page, if the browser reaches the provider at another one than the server does. */
  originFor?(origin: string): string
}

/**
 * Uses OpenID Connect: authorization code with PKCE, state and nonce, checked by openid-client. Only the claim is read
 * from the answer: no name, no date of birth and no subject.
 */
export function openIdProvider(options: Options): AgeProvider {
  let discovered: Promise<oidc.Configuration> | null = null
  return {
    name: options.name,
    isSandbox: options.isSandbox,
    makeCheck: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    }),
    begin,
    finish,
  }

  async function begin({ state, nonce, codeVerifier }: Check, origin: string): Promise<string> {
    const configuration = await discover()
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: origin + callbackPath,
      scope: options.scope,
      claims: JSON.stringify({ id_token: { [options.claim]: { essential: true } } }),
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
      state,
      nonce,
    })
    return options.originFor ? options.originFor(origin) + url.pathname + url.search : url.href
  }

  async function finish({ state, nonce, codeVerifier }: Check, answer: URL): Promise<boolean> {
    const configuration = await discover()
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      const claim = claims[options.claim] ?? (await askUserInfo(configuration, tokens.access_token, claims.sub))
      if (claim === undefined) throw new Error(`the provider's answer has no claim ${options.claim}`)
      return claim === true || claim === "true"
    } catch (error) {
      throw new AgeCheckError(faultOf(error), error)
    }
  }

  async function askUserInfo(configuration: oidc.Configuration, token: string, subject: string): Promise<unknown> {
    if (!configuration.serverMetadata().userinfo_endpoint) return undefined
    return (await oidc.fetchUserInfo(configuration, token, subject))[options.claim]
  }

  /** Reads the provider's configuration once, and again after a failure. */
  async function discover(): Promise<oidc.Configuration> {
    discovered ??= read()
    try {
      return await discovered
    } catch (error) {
      discovered = null
      throw new AgeCheckError("unavailable", error)
    }
  }

  async function read(): Promise<oidc.Configuration> {
    const issuer = new URL(options.issuer())
    // Settings allow http on loopback only.
    const insecure = issuer.protocol === "http:" ? { execute: [oidc.allowInsecureRequests] } : {}
    const { clientId, clientSecret } = options
    const found = await oidc.discovery(issuer, clientId, undefined, undefined, { timeout: 10, ...insecure })
    const metadata = found.serverMetadata()
    const posts = metadata.token_endpoint_auth_methods_supported?.includes("client_secret_post")
    const authentication = posts ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
    const configuration = new oidc.Configuration(metadata, clientId, clientSecret, authentication)
    configuration.timeout = 10
    // The signature of the ID token is verified too, although the token comes from the provider itself.
    oidc.enableNonRepudiationChecks(configuration)
    for (const change of insecure.execute ?? []) change(configuration)
    return configuration
  }
}

function faultOf(error: unknown): AgeCheckFault {
  if (error instanceof AgeCheckError) return error.fault
  if (error instanceof oidc.AuthorizationResponseError) {
    return /^(server_error|temporarily_unavailable)$/.test(error.error) ? "unavailable" : "cancelled"
  }
  // fetch throws a TypeError where there is no connection.
  if (error instanceof TypeError) return "unavailable"
  const { code, status, cause } = error as { code?: string; status?: number; cause?: unknown }
  const answered = status ?? (cause instanceof Response ? cause.status : 0)
  return code === "OAUTH_TIMEOUT" || answered >= 500 ? "unavailable" : "unreadable"
}
