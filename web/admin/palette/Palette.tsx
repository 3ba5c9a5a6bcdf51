import { Autocomplete } from "@base-ui/react/autocomplete"
import { CSPProvider } from "@base-ui/react/csp-provider"
import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import type { User } from "#contract/accounts.ts"
import { signOut } from "../../session/account.ts"
import { chooseTheme, shownTheme } from "../../session/theme.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { type Group, type Item, useFound } from "./found.ts"

interface PaletteProps {
  user: User
  tabs: { id: string; label: string }[]
  onClose(): void
}

/** One field that finds every part, model, video, person, payment and order, and does the small things. */
export default function Palette({ tabs, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const [text, setText] = useState("")
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const { groups: found, busy } = useFound(text, tabs, go)
  const wanted = text.trim().toLowerCase()
  const here: Group[] = [
    { value: "Go to", items: tabs.map(({ id, label }) => ({ id, label, run: () => go(`/admin?tab=${id}`) })) },
    { value: "Do", items: [...beginnings(tabs, go), ...deeds(go, onClose)] },
  ].map(({ value, items }) => ({ value, items: items.filter(({ label }) => label.toLowerCase().includes(wanted)) }))
  const groups = [...here, ...found].filter(({ items }) => items.length > 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Find or do something"
      className="w-[min(40rem,calc(100vw-2rem))]! mt-[10svh]!"
    >
      <CSPProvider disableStyleElements>
        <Autocomplete.Root
          open
          inline
          items={groups}
          filter={null}
          value={text}
          onValueChange={setText}
          itemToStringValue={(item: Item) => item.label}
          autoHighlight="always"
          keepHighlight
        >
          <Autocomplete.Input
            ref={field}
            aria-label="Find a part, a model, a video, a person, a payment or an order"
            placeholder="A part, a model, a person, a payment…"
            className="h-11 w-full rounded-input border border-line-strong bg-surface px-3 text-body placeholder:text-ink-3"
          />
          <p role="status" className="sr-only">
            {busy ? "Looking" : `${groups.reduce((count, { items }) => count + items.length, 0)} found`}
          </p>
          {groups.length === 0 && (
            <p className="px-3 py-6 text-ink-2 text-ui">{busy ? "Looking…" : "Nothing found."}</p>
          )}
          <Autocomplete.List className="mt-2 max-h-[min(24rem,50svh)] overflow-y-auto">
            {(group: Group) => (
              <Autocomplete.Group key={group.value} items={group.items} className="pb-2">
                <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-ink-3 text-meta">
                  {group.value}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(item: Item) => (
                    <Autocomplete.Item
                      key={item.id}
                      value={item}
                      onClick={item.run}
                      className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-card px-3 text-ui data-highlighted:bg-plum-soft"
                    >
                      <span className="truncate">{item.label}</span>
                      {item.note && <span className="truncate text-ink-3 text-meta">{item.note}</span>}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </Autocomplete.Root>
      </CSPProvider>
    </Dialog>
  )
}

/** What can be begun in a part that one may use. */
function beginnings(tabs: { id: string }[], go: (to: string) => void): Item[] {
  return [
    { tab: "models", label: "Enter a new model" },
    { tab: "videos", label: "Upload a video" },
    { tab: "admins", label: "Add an admin" },
    { tab: "moderators", label: "Add a moderator" },
  ]
    .filter(({ tab }) => tabs.some(({ id }) => id === tab))
    .map(({ tab, label }) => ({ id: `new-${tab}`, label, run: () => go(`/admin?tab=${tab}&new=1`) }))
}

function deeds(go: (to: string) => void, onClose: () => void): Item[] {
  return [
    {
      id: "theme",
      label: shownTheme() === "dark" ? "Switch to the light theme" : "Switch to the dark theme",
      run: () => {
        chooseTheme(shownTheme() === "dark" ? "light" : "dark")
        onClose()
      },
    },
    { id: "assignments", label: "Open the assignments", run: () => go("/moderator-assignments") },
    { id: "staff", label: "Open the staff dashboard", run: () => go("/staff-dashboard") },
    { id: "shop", label: "Look at the shop", run: () => go("/models") },
    { id: "logout", label: "Logout", run: () => void signOut() },
  ]
}
