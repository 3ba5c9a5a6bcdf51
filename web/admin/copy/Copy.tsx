import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router"
import type { CopyPlace, CopyWork } from "#contract/copy/calls.ts"
import { type CopyPageName, copyPageNames, copyPages } from "#contract/copy/pieces.ts"
import { isLanguage, languageNames, languages } from "#contract/languages.ts"
import { plural, t } from "#contract/t.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { call } from "../../platform/api/client.ts"
import { SelectField } from "../../platform/ui/Field.tsx"
import { Head } from "../shell/Head.tsx"
import { CopyForm } from "./CopyForm.tsx"
import { Voices } from "./Voices.tsx"

/** The texts of public pages and emails: a page in a language at a time, with the page beside it. */
export function Copy() {
  const [params, setParams] = useSearchParams()
  const [page, language] = [params.get("texts") ?? "", params.get("language")]
  const place: CopyPlace = {
    page: (copyPageNames as string[]).includes(page) ? (page as CopyPageName) : "home",
    language: isLanguage(language) ? language : "en",
  }
  const { data: work = [] } = useQuery({ queryKey: workKey, queryFn: () => call("GET /admin/copy") })
  const query = useOpened(["admin", "copy", place.page, place.language], () => read(place))
  const choose = (name: string, value: string) =>
    setParams((now) => ({ ...Object.fromEntries(now), [name]: value }), { preventScrollReset: true })
  return (
    <>
      <Head
        title={t({ context: "texts of the shop", message: "Copy" })}
        note={t`What your pages and emails say. {shop} stands for the shop's name, {hours} for the support hours.`}
      />
      <div className="mb-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <SelectField label={t`Page`} value={place.page} onChange={({ target }) => choose("texts", target.value)}>
          {copyPageNames.map((name) => (
            <option key={name} value={name}>
              {copyPages[name].name}
              {markOf(work.filter((one) => one.page === name && one.language === place.language))}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Language`}
          value={place.language}
          onChange={({ target }) => choose("language", target.value)}
        >
          {languageNames.map((name) => (
            <option key={name} value={name}>
              {languages[name]}
              {markOf(work.filter((one) => one.language === name))}
            </option>
          ))}
        </SelectField>
      </div>
      <Loaded query={query} label={t`Loading the texts`}>
        {(opened) => (
          <CopyForm key={`${place.page} ${place.language}`} place={place} opened={opened} read={() => read(place)} />
        )}
      </Loaded>
      {place.page === "home" && <Voices />}
    </>
  )
}

export const workKey = ["admin", "copy"]

const read = ({ page, language }: CopyPlace) => call(`GET /admin/copy/${page}/${language}`)

function markOf(work: CopyWork[]): string {
  const [drafts, older] = (["drafts", "older"] as const).map((name) => work.reduce((sum, one) => sum + one[name], 0))
  const said = [
    drafts! > 0 && plural(drafts!, { one: "1 draft", other: `${drafts} drafts` }),
    older! > 0 && plural(older!, { one: "1 outdated translation", other: `${older} outdated translations` }),
  ].filter((one) => one !== false)
  return said.length > 0 ? ` (${said.join(", ")})` : ""
}
