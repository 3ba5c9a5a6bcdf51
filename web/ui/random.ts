/** 128 random bits in hex. Not `crypto.randomUUID`, which browsers keep from plain HTTP. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
