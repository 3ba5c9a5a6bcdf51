import { t } from "#contract/t.ts"
import { type Address, Link } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Ellipsis } from "../../platform/ui/icons.ts"
import { Menu, menuItem } from "../../platform/ui/Menu.tsx"

export type RowAction = { label: string; danger?: boolean } & ({ to: Address } | { run(): void })

/** The actions of a row, in a menu behind three dots. */
export function RowMenu({ of, actions }: { of: string; actions: RowAction[] }) {
  return (
    <Menu
      label={t`Actions for ${of}`}
      button={<Ellipsis aria-hidden size={18} />}
      className="-mx-2 -my-1 inline-flex size-11 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink"
    >
      {actions.map((action) =>
        "to" in action ? (
          <Link key={action.label} to={action.to} role="menuitem" className={menuItem}>
            {action.label}
          </Link>
        ) : (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            className={cx(menuItem, action.danger && "text-danger")}
            onClick={action.run}
          >
            {action.label}
          </button>
        ),
      )}
    </Menu>
  )
}
