import type { AdminUser } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"

interface Step {
  label: string
  title(name: string): string
  done: string
  text: string
  danger?: true
}

/** The actions of a super admin on an account. */
export const steps = {
  "sign-out": {
    label: t`Log out everywhere`,
    title: (name) => t`Log out ${name} everywhere?`,
    done: adminTexts.userSignedOut,
    text: t`They'll have to log in again on every device.`,
  },
  "revoke-keys": {
    label: t`Revoke API keys`,
    title: (name) => t`Revoke all API keys of ${name}?`,
    done: adminTexts.userKeysRevoked,
    text: t`Logging out doesn't end API keys. Programs that use them stop working at once. This can't be undone.`,
  },
  "second-factor": {
    label: t`Reset two-step verification`,
    title: (name) => t`Reset two-step verification of ${name}?`,
    done: adminTexts.userSecondFactorReset,
    text: t`Use this if someone has lost their passkeys and app. Make sure it's really them. They'll be logged out everywhere and can log in with just their password. We'll notify them by email.`,
  },
  suspend: {
    label: t`Suspend`,
    title: (name) => t`Suspend ${name}?`,
    done: adminTexts.userSuspended,
    text: t`They can log in and read, but can't write, review, order or delete their account. Paid orders are still processed. We'll notify them by email.`,
    danger: true,
  },
  unsuspend: {
    label: t`Lift suspension`,
    title: (name) => t`Lift suspension of ${name}?`,
    done: adminTexts.userUnsuspended,
    text: t`They can write, review and order again. Chats on hold stay on hold until their flagged item is decided. We'll notify them by email.`,
  },
  deactivate: {
    label: t`Deactivate`,
    title: (name) => t`Deactivate ${name}?`,
    done: adminTexts.userDeactivated,
    text: t`They'll be logged out everywhere and can't log in until you reactivate the account. Orders and chats are kept.`,
    danger: true,
  },
  reactivate: {
    label: t`Reactivate`,
    title: (name) => t`Reactivate ${name}?`,
    done: adminTexts.userReactivated,
    text: t`They can log in again with their existing password.`,
  },
} satisfies Record<string, Step>

export type StepName = keyof typeof steps
export const stepNamed = (name: StepName): Step => steps[name]

/** Returns the actions that are possible now. */
export function stepsFor({ is_active, suspended, role, second_factor }: AdminUser): StepName[] {
  return [
    ...(is_active ? (["sign-out"] as const) : []),
    ...(role === "admin" ? (["revoke-keys"] as const) : []),
    ...(second_factor ? (["second-factor"] as const) : []),
    ...(suspended ? (["unsuspend"] as const) : role === "admin" ? [] : (["suspend"] as const)),
    is_active ? "deactivate" : "reactivate",
  ]
}
