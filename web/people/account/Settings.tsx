import type { ReactNode } from "react"
import type { User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { Languages } from "../../platform/navigation/Languages.tsx"
import { Addresses } from "./Addresses.tsx"
import { DeleteAccount } from "./DeleteAccount.tsx"
import { EmailForm } from "./EmailForm.tsx"
import { EmailPreferences } from "./EmailPreferences.tsx"
import { ExportData } from "./ExportData.tsx"
import { Fold } from "./Fold.tsx"
import { PanelTitle } from "./PanelTitle.tsx"
import { Part } from "./Part.tsx"
import { PasswordForm } from "./PasswordForm.tsx"
import { ProfileForm } from "./ProfileForm.tsx"
import { RestockRequests } from "./RestockRequests.tsx"
import { SecondFactor } from "./SecondFactor.tsx"
import { Sessions } from "./Sessions.tsx"

export function Settings({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>{t`Settings`}</PanelTitle>
      <div className="mt-2 divide-y divide-line">
        <Part id="profile" title={t`Profile`}>
          <UnlessPaused user={user}>
            <ProfileForm user={user} />
          </UnlessPaused>
        </Part>
        <Part id="email" title={t`Email address`}>
          <UnlessPaused user={user}>
            <EmailForm user={user} />
          </UnlessPaused>
        </Part>
        <Part id="language" title={t`Language`}>
          <Languages className="mt-1 flex flex-wrap gap-x-5 text-ink-2" />
        </Part>
        <Part id="addresses" title={t`Addresses`}>
          <Addresses user={user} />
        </Part>
        <Part id="password" title={t`Password`}>
          <Fold
            lead={t`Use one that you don't use anywhere else.`}
            action={t({ context: "verb, on a button", message: "Change" })}
          >
            <PasswordForm />
          </Fold>
        </Part>
        <Part id="two-step" title={t`Two-step verification`}>
          <SecondFactor />
        </Part>
        <Part id="preferences" title={t`Notification preferences`}>
          <EmailPreferences />
        </Part>
        <Part id="restock" title={t`Back in stock`}>
          <RestockRequests user={user} />
        </Part>
        <Part id="devices" title={t`Where you're logged in`}>
          <Sessions owner={user.uuid} />
        </Part>
        <Part id="data" title={t`Your data`}>
          <ExportData />
        </Part>
        <Part id="deletion" title={t`Delete account`}>
          <UnlessPaused user={user}>
            <DeleteAccount />
          </UnlessPaused>
        </Part>
      </div>
    </>
  )
}

/** A suspended account cannot change its identity or delete itself. The dashboard says why above all tabs. */
function UnlessPaused({ user, children }: { user: User; children: ReactNode }) {
  return user.suspended ? <p className="mt-3 text-ink-2">{accountTexts.notWhileSuspended}</p> : children
}
