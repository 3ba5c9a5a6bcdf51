import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { Keys } from "../../backoffice/staff-ui/Keys.tsx"
import { useStored } from "../../backoffice/table/stored.ts"
import { signOut } from "../../platform/auth/user.ts"
import { type Address, useNavigate } from "../../platform/router.ts"
import { chooseTheme, shownTheme } from "../../platform/session/theme.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { type Group, type Item, useFound } from "./found.ts"
import { shortcutsKey } from "./usePanelKeys.ts"

interface PaletteProps {
  user: User
  tabs: { id: string; label: string; letter: string }[]
  onClose(): void
  openKeys(): void
}

/** Finds tabs, models, videos, people, messages, payments and orders, and runs commands. */
export default function Palette({ tabs, onClose, openKeys }: PaletteProps) {
  const [letters] = useStored(shortcutsKey, true)
  const navigate = useNavigate()
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState<string | null>(null)
  const own = useId()
  const idOf = (name: string) => `${own}${name}`
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const go = (to: Address) => {
    onClose()
    void navigate(to)
  }
  const { groups: results, busy } = useFound(text, tabs, go)
  const sheet: Item = {
    id: "keys",
    label: t`Keyboard shortcuts`,
    keys: letters ? ["?"] : undefined,
    run: () => {
      onClose()
      openKeys()
    },
  }
  const wanted = text.trim().toLowerCase()
  const commands: Group[] = [
    {
      value: t`Go to`,
      items: tabs.map(({ id, label, letter }) => ({
        id,
        label,
        keys: letters ? ["G", letter.toUpperCase()] : undefined,
        run: () => go(`/admin?tab=${id}`),
      })),
    },
    { value: t`Actions`, items: [...beginnings(tabs, go), ...quickActions(go, onClose), sheet] },
  ].map(({ value, items }) => ({ value, items: items.filter(({ label }) => label.toLowerCase().includes(wanted)) }))
  const groups = [...commands, ...results].filter(({ items }) => items.length > 0)
  const items = groups.flatMap((group) => group.items)
  const active = items.find(({ id }) => id === chosen) ?? items[0]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !active) return
    if (event.key === "Enter") active.run()
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = items.indexOf(active) + (event.key === "ArrowDown" ? 1 : -1)
      const { id } = items.at(next % items.length)!
      setChosen(id)
      document.getElementById(idOf(id))?.scrollIntoView({ block: "nearest" })
    } else return
    event.preventDefault()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Search or run a command`}
      className="w-[min(40rem,calc(100vw-2rem))]! mt-[10svh]!"
    >
      <input
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={idOf("list")}
        aria-activedescendant={active && idOf(active.id)}
        aria-autocomplete="list"
        aria-label={t`Search sections, models, videos, people, messages, payments and orders`}
        placeholder={t`Search sections, models, people, payments…`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(null)
        }}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-card border border-line-strong bg-surface px-3 text-body placeholder:text-ink-3"
      />
      <p role="status" className="sr-only">
        {busy ? t`Searching` : t`${items.length} found`}
      </p>
      {groups.length === 0 && (
        <p className="px-3 py-6 text-ink-2 text-ui">{busy ? t`Searching…` : t`No results found.`}</p>
      )}
      <div
        id={idOf("list")}
        role="listbox"
        aria-label={t`Search or run a command`}
        className="mt-2 max-h-[min(24rem,50svh)] overflow-y-auto"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
          <div key={group.value} role="group" aria-labelledby={idOf(group.value)} className="pb-2">
            <p id={idOf(group.value)} className="px-3 pt-2 pb-1 text-ink-3 text-meta">
              {group.value}
            </p>
            {group.items.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and handles the keys
              <div
                key={item.id}
                id={idOf(item.id)}
                role="option"
                tabIndex={-1}
                aria-selected={item === active}
                onPointerMove={() => setChosen(item.id)}
                onClick={item.run}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-card px-3 text-ui aria-selected:bg-plum-soft"
              >
                <span className="truncate">{item.label}</span>
                {item.note && <span className="truncate text-ink-3 text-meta">{item.note}</span>}
                {item.keys && (
                  <span className="pointer-coarse:hidden">
                    <Keys keys={item.keys} />
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

/** Commands of the tabs that the user may open. */
function beginnings(tabs: { id: string }[], go: (to: Address) => void): Item[] {
  return [
    { tab: "models", label: t`Add a new model` },
    { tab: "videos", label: t`Upload a video` },
    { tab: "admins", label: t`Add an admin` },
    { tab: "moderators", label: t`Add a moderator` },
  ]
    .filter(({ tab }) => tabs.some(({ id }) => id === tab))
    .map(({ tab, label }) => ({ id: `new-${tab}`, label, run: () => go(`/admin?tab=${tab}&new=1`) }))
}

function quickActions(go: (to: Address) => void, onClose: () => void): Item[] {
  return [
    {
      id: "theme",
      label: shownTheme() === "dark" ? t`Switch to light theme` : t`Switch to dark theme`,
      run: () => {
        chooseTheme(shownTheme() === "dark" ? "light" : "dark")
        onClose()
      },
    },
    { id: "assignments", label: t`Open assignments`, run: () => go("/moderator-assignments") },
    { id: "staff", label: t`Open staff dashboard`, run: () => go("/staff-dashboard") },
    { id: "shop", label: t`View shop`, run: () => go("/models") },
    { id: "logout", label: t`Logout`, run: () => void signOut() },
  ]
}
