import * as z from "zod"
import { Id, line, Timestamp, text } from "./common.ts"
import { maxPasskeyNameLength } from "./limits.ts"
import { t } from "./t.ts"

const Token = text(t`Please log in again.`).max(100)

/**
 * Recovery codes have 24 letters; older ones have 16. Spaces and hyphens are only for reading: "123 456",
 * "abcd-efgh-ijkl-mnop-qrst-uvwx".
 */
export const Code = text(t`Please enter a code.`)
  .transform((typed) => typed.replace(/[\s-]/g, "").toLowerCase())
  .pipe(
    z
      .string()
      .regex(/^([0-9]{6}|[a-z2-7]{16}|[a-z2-7]{24})$/, t`Please enter the 6 digits of your app, or a recovery code.`),
  )
export const AppCode = text(t`Please enter a code.`)
  .transform((typed) => typed.replace(/\s/g, ""))
  .pipe(z.string().regex(/^[0-9]{6}$/, t`Please enter the 6 digits of your app.`))

export const SecondStepCode = z.object({ token: Token, code: Code })
export type SecondStepCode = z.infer<typeof SecondStepCode>

/** The token of a second step; omitted to sign in with the passkey alone. */
export const PasskeyRequest = z.object({ token: Token.optional() })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** `options` are those of WebAuthn, in JSON, as `navigator.credentials` takes them. */
export const PasskeyOptions = z.object({ token: z.string(), options: z.record(z.string(), z.unknown()) })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** The browser's response to the options (PublicKeyCredential.toJSON), which the server verifies. */
const encoded = () => text(t`The passkey could not be read.`).max(8000)
const Credential = z.object({
  id: encoded(),
  rawId: encoded(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: encoded(),
    attestationObject: encoded().optional(),
    authenticatorData: encoded().optional(),
    signature: encoded().optional(),
    userHandle: encoded().nullish(),
    transports: z.array(text().max(20)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}),
})
export const PasskeyAnswer = z.object({
  token: Token,
  credential: Credential,
  remember_me: z.boolean().default(false).describe("Only without a password; with one, as said with it"),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const PasskeyName = z.object({ name: line(maxPasskeyNameLength, t`Please enter a name.`) })
export type PasskeyName = z.infer<typeof PasskeyName>
export const NewPasskey = z.object({ token: Token, credential: Credential, ...PasskeyName.shape })
export type NewPasskey = z.infer<typeof NewPasskey>

/** Needs one of the two: a password counts only for accounts without a second factor. */
export const Confirmation = z.object({ password: text().max(1024).optional(), code: Code.optional() })
export type Confirmation = z.infer<typeof Confirmation>

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  backed_up: z.boolean().describe("Synced by the maker of the device, so that losing the device does not lose it"),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondFactor = z.object({
  required: z.boolean().describe("The shop asks its staff for one"),
  passkeys: z.array(Passkey),
  app: z.object({ created_at: Timestamp }).nullable().describe("An authenticator app"),
  recovery_codes_left: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The secret for an authenticator app in base32, as a link, and as the dark modules of a QR code. */
export const NewApp = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.number().int(), path: z.string().describe("Of an SVG whose view box is size × size") }),
})
export type NewApp = z.infer<typeof NewApp>
export const ConfirmApp = z.object({ code: AppCode })
export type ConfirmApp = z.infer<typeof ConfirmApp>

/** The codes are shown once; only their hashes are stored. Null when the account already has some. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
