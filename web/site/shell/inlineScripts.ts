/** Inline scripts of every page. They are constant, so that the content security policy can list their hashes. */
export { default as bootScript } from "./inline/boot.ts?script"
export { default as gateScript } from "./inline/gate.ts?script"
export { default as lateScript } from "./inline/late.ts?script"
