// This is preloaded into a server to shift its clock by CLOCK_SKEW milliseconds.
const skew = Number(process.env.CLOCK_SKEW)

globalThis.Date = new Proxy(Date, {
  construct: (real, given) => (given.length > 0 ? Reflect.construct(real, given) : new real(real.now() + skew)),
  get: (real, name) => (name === "now" ? () => real.now() + skew : Reflect.get(real, name)),
})
