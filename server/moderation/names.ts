import { loginTexts } from "#contract/memberText.ts"
import { invalid } from "../refusal.ts"
import { assertAdultText } from "./adults.ts"
import { moderate } from "./engine/moderate.ts"

/** A name is shown with every message and review. Names never reach the queue, so a flag is enough to refuse one. */
export function assertName(name: string | undefined): void {
  if (name === undefined) return
  assertAdultText({ full_name: name })
  if (moderate({ text: name, kind: "review" }).decision !== "allow") throw invalid("full_name", loginTexts.anotherName)
}
