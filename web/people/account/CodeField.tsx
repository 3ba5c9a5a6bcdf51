import type { ComponentProps } from "react"
import { t } from "#contract/t.ts"
import { TextField } from "../../platform/ui/Field.tsx"

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, "label"> & { label?: string }

/** Takes the code of an authenticator app or a recovery code. The latter contains letters. */
export function CodeField({ label = t`Code`, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
    />
  )
}
