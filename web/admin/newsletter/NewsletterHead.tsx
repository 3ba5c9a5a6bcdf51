import type { ReactNode } from "react"
import type { ListedNewsletter, Newsletter } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"
import { Back } from "../../platform/ui/Back.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import { Head } from "../shell/Head.tsx"
import { stateNames, stateTones } from "./names.ts"

export const titleOf = ({ title }: Pick<ListedNewsletter, "title">) => title || t`Untitled newsletter`

export function NewsletterHead({ newsletter, children }: { newsletter: Newsletter; children: ReactNode }) {
  return (
    <>
      <Back to="/admin?tab=newsletter">{t`Newsletter`}</Back>
      <Head title={titleOf(newsletter)}>
        <Tag tone={stateTones[newsletter.state]}>{stateNames[newsletter.state]}</Tag>
        {children}
      </Head>
    </>
  )
}
