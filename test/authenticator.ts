import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"

/** A passkey device in software (WebAuthn level 3, sections 6.1 and 6.5): ES256, no attestation. */
export function aDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(16)
  const rpIdHash = createHash("sha256").update(new URL(origin).hostname).digest()
  let counter = 0

  const dataOf = (type: string, { challenge }: Options, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  /** `userVerified` means by fingerprint or PIN rather than by a touch. */
  const head = (flags: number, userVerified: boolean) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags | 0x01 | (userVerified ? 0x04 : 0)]), count])
  }
  const credential = (response: object) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  })

  return {
    create(options: Options, { userVerified = true } = {}) {
      const { x, y } = publicKey.export({ format: "jwk" })
      const coordinate = (text?: string) => new Uint8Array(Buffer.from(text!, "base64url"))
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        head(0x40, userVerified),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(key as never),
      ])
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ])
      return credential({
        clientDataJSON: dataOf("webauthn.create", options).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal"],
      })
    },
    get(options: Options, { userVerified = true, from = origin } = {}) {
      const data = dataOf("webauthn.get", options, from)
      const authenticatorData = head(0, userVerified)
      const signed = Buffer.concat([authenticatorData, createHash("sha256").update(data).digest()])
      return credential({
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      })
    },
    /** Behaves like a copy of the device, whose counter is at an older state. */
    rewind() {
      counter = 0
    },
  }
}

interface Options {
  challenge: string
}
