import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from "react"
import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { Eye, EyeOff } from "../../platform/ui/icons.ts"

type PasswordFieldProps = ComponentProps<"input"> & { label: string; error?: string; hint?: ReactNode }

/** A password input with a button that shows the password. */
export function PasswordField({ hint, onKeyUp, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent<HTMLInputElement>) => {
    setCapsLock(event.getModifierState("CapsLock"))
    onKeyUp?.(event)
  }
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...rest}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyUp={watchCapsLock}
      hint={capsLock ? t`Caps Lock is on.` : hint}
      end={
        <IconButton label={shown ? t`Hide password` : t`Show password`} onClick={() => setShown(!shown)}>
          <Icon aria-hidden size={20} />
        </IconButton>
      }
    />
  )
}
