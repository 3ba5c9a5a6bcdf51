import type { ComponentProps } from "react"
import { t } from "#contract/t.ts"
import { TextField } from "../../platform/ui/Field.tsx"

export function EmailField(props: Omit<ComponentProps<typeof TextField>, "label" | "type">) {
  return <TextField label={t`Email`} type="email" aria-required {...props} />
}
