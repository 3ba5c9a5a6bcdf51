import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import { signOut, useMe } from "../../platform/auth/user.ts"
import { ChevronDown } from "../../platform/ui/icons.ts"
import { Menu, menuItem } from "../../platform/ui/Menu.tsx"

/** The menu of the account in a wide header, opened by the user's name with the number of notifications. */
export function AccountMenu({ children }: { children: ReactNode }) {
  const { user } = useMe()
  return (
    <div className="if-in max-md:hidden">
      <Menu
        label={user?.full_name || t`User`}
        className="ms-1 inline-flex min-h-11 items-center gap-1 rounded-card pe-3 ps-2 font-medium text-ui"
        button={
          <>
            <span aria-hidden className="account-name max-w-28 truncate lg:max-w-60" />
            <span aria-hidden className="badge badge-notices badge-inline" />
            <ChevronDown aria-hidden size={16} className="shrink-0" />
          </>
        }
      >
        {children}
      </Menu>
    </div>
  )
}

export function LogoutItem() {
  return <button role="menuitem" type="button" className={menuItem} onClick={() => void signOut()}>{t`Logout`}</button>
}
