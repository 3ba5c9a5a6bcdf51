import { t } from "../t.ts"

export const missingCopy = {
  missing_title: t`This plinth is empty`,
  missing_text: t`The page you're looking for doesn't exist or has moved.`,
}
