import { createHmac } from "node:crypto"
import { expect, test } from "vitest"
import { hmac, sortObject } from "#test/nowpayments.ts"
import { schemeOf } from "./signature.ts"

const secret = "a secret"
const body = { payment_id: 5, fee: { serviceFee: 1e-7, currency: "btc" }, payment_extra_ids: [551, 552], a: null }
const raw = Buffer.from(JSON.stringify(body))
const sorted = '{"a":null,"fee":{"currency":"btc","serviceFee":1e-7},"payment_extra_ids":[551,552],"payment_id":5}'

test("a signature over the raw bytes is valid, whatever they are", () => {
  expect(schemeOf(raw, hmac(raw.toString(), secret), secret)).toBe("raw")
  const bytes = Buffer.from([0xff, 0x00, 0x7b])
  expect(schemeOf(bytes, createHmac("sha512", secret).update(bytes).digest("hex"), secret)).toBe("raw")
})

test("a signature over all keys sorted, with lists kept in order, is valid", () => {
  expect(schemeOf(raw, hmac(sorted, secret), secret)).toBe("sorted")
  expect(schemeOf(raw, hmac(sorted, secret).toUpperCase(), secret)).toBe("sorted")
})

test("a signature made by the provider's documented sample is valid", () => {
  expect(schemeOf(raw, hmac(JSON.stringify(sortObject(body)), secret), secret)).toBe("sample")
})

test("numbers keep their notation, so that signers in other languages are valid", () => {
  const text = '{"z":1.0,"b":0.00000010,"id":9007199254740993}'
  expect(schemeOf(Buffer.from(text), hmac('{"b":0.00000010,"id":9007199254740993,"z":1.0}', secret), secret)).toBe(
    "sorted",
  )
})

test("numbers may be reformatted by JavaScript, but only to the same number", () => {
  expect(schemeOf(Buffer.from('{"z":1.0,"b":0.10}'), hmac('{"b":0.1,"z":1}', secret), secret)).toBe("sorted")
  const another = Buffer.from('{"id":9007199254740993}')
  expect(schemeOf(another, hmac('{"id":9007199254740992}', secret), secret)).toBeNull()
})

test("the form that drops nested keys is refused, because their values could be changed", () => {
  const prose = JSON.stringify(body, Object.keys(body).sort())
  expect(prose).toContain('"fee":{}')
  expect(schemeOf(raw, hmac(prose, secret), secret)).toBeNull()
})

test("nothing is valid without a secret, without a signature, or with a malformed one", () => {
  expect(schemeOf(raw, hmac(raw.toString(), ""), "")).toBeNull()
  expect(schemeOf(raw, undefined, secret)).toBeNull()
  expect(schemeOf(raw, "", secret)).toBeNull()
  expect(schemeOf(raw, "00", secret)).toBeNull()
  expect(schemeOf(raw, "zz".repeat(64), secret)).toBeNull()
  expect(schemeOf(Buffer.from("not json"), hmac("else", secret), secret)).toBeNull()
})
