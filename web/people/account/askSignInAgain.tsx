import type { User } from "#contract/accounts.ts"
import { askOver } from "./askOver.tsx"
import { SignInAgain } from "./SignInAgain.tsx"

export const askSignInAgain = (user: User, remember: boolean): Promise<boolean> =>
  askOver((end) => <SignInAgain user={user} remember={remember} onEnd={end} />)
