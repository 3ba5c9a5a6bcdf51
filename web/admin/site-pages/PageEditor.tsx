import { type SubmitEvent, useId, useState } from "react"
import { type Language, languageNames, languages } from "#contract/languages.ts"
import { isLegal } from "#contract/legal.ts"
import { type EditPage, pageLimits, pagePlaces, type SitePage, sitePageTexts } from "#contract/sitePages.ts"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { type Draft, draftOfState } from "../../platform/forms/drafts.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { asAddress, Link, useNavigate } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Back } from "../../platform/ui/Back.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { preview } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { type Difference, EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { Head } from "../shell/Head.tsx"
import { defaultText } from "./defaultText.ts"
import { bodyOf, type Fields, labelOf, typedOf } from "./fields.ts"
import { MarkdownField } from "./MarkdownField.tsx"
import { placeNames, stateNames, stateTones } from "./names.ts"
import { Preview } from "./Preview.tsx"
import { nameOf } from "./SitePages.tsx"
import { Versions } from "./Versions.tsx"

/** The draft of a page in all languages, with a preview beside it. */
export function PageEditor({ opened }: { opened: SitePage }) {
  const navigate = useNavigate()
  const form = useId()
  const [page, setPage] = useState(opened)
  const [fields, setFields] = useState<Fields>(() => typedOf(opened))
  const [theirs, setTheirs] = useState<SitePage>()
  const [language, setLanguage] = useState<Language>("en")
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState<"publish" | "withdraw" | "delete">()
  const saved = typedOf(page)
  const isDirty = Object.keys(fields).some((name) => fields[name] !== saved[name])
  const write = (changed: Fields) => setFields((before) => ({ ...before, ...changed }))
  const text = (name: string) => fields[`${language}.${name}`] ?? ""
  const field = (name: string) => ({
    value: fields[name] ?? "",
    error: errors[name],
    onChange: (event: { target: { value: string } }) => write({ [name]: event.target.value }),
  })
  const took = (next: SitePage) => {
    setPage(next)
    setFields(typedOf(next))
    setTheirs(undefined)
    setErrors({})
  }

  /** Runs a call that changes the page. If somebody else has changed it meanwhile, the conflict is shown. */
  const attempt = async (title: string, run: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setTheirs(await call(`GET /admin/pages/${page.id}`))
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0) showFaults(error.fields)
      else setFailure(`${title}. ${explain(error)}`)
    } finally {
      setBusy(false)
    }
  }
  /** Shows the messages at their fields, and opens the language of the first one. */
  const showFaults = (faults: Record<string, string>) => {
    const placed = Object.fromEntries(
      Object.entries(faults).map(([path, message]) => [path.replace(/^texts\./, ""), message]),
    )
    setErrors(placed)
    const [first] = Object.keys(placed)
    const named = languageNames.find((name) => first?.startsWith(`${name}.`))
    if (named) setLanguage(named)
    if (!Object.keys(placed).some((name) => name in fields || /\.(title|description|content)$/.test(name))) {
      setFailure(Object.values(placed)[0])
    }
  }
  const headers = (version = page.version) => ({ "if-match": `"v${version}"` })
  const save = async (): Promise<SitePage> => {
    if (!isDirty) return page
    const next = await call(`PUT /admin/pages/${page.id}`, { body: bodyOf(fields) as EditPage, headers: headers() })
    took(next)
    return next
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void attempt(sitePageTexts.saveFailed, async () => {
      await save()
      toast(sitePageTexts.saved, { kind: "success" })
    })
  }
  const publish = () =>
    attempt(sitePageTexts.publishFailed, async () => {
      const { version } = await save()
      took(await call(`POST /admin/pages/${page.id}/publish`, { headers: headers(version) }))
      toast(sitePageTexts.published, { kind: "success" })
    })
  const withdraw = () =>
    attempt(sitePageTexts.saveFailed, async () => {
      took(await call(`POST /admin/pages/${page.id}/withdraw`, { headers: headers() }))
      toast(page.builtin ? t`Visitors see the default text again` : t`Page hidden`, { kind: "success" })
    })
  const remove = () =>
    attempt(t`Failed to delete the page`, async () => {
      await call(`DELETE /admin/pages/${page.id}`, { headers: headers() })
      toast(t`Page deleted`, { kind: "success" })
      void navigate("/admin?tab=pages", { replace: true })
    })
  const insertDefault = () =>
    attempt(t`Failed to load the default text`, async () => {
      const { title, description, content } = await defaultText(page.builtin!, language)
      write({
        [`${language}.title`]: title,
        [`${language}.description`]: description,
        [`${language}.content`]: content,
      })
    })
  const goOn = (take: string[]) => {
    const now = typedOf(theirs!)
    write(Object.fromEntries(take.map((name) => [name, now[name] ?? ""])))
    setPage(theirs!)
    setTheirs(undefined)
  }
  const draft: Draft = {
    ...draftOfState(`page-${page.id}`, fields, saved, (typed) => write(typed as Fields)),
    version: page.version,
    discard: () => setFields(typedOf(theirs ?? page)),
  }
  const isOfLaw = isLegal(page.builtin)
  const isPublished = page.published !== null
  return (
    <>
      <Back to="/admin?tab=pages">{t`Pages`}</Back>
      <Head title={nameOf(page)}>
        <Tag tone={stateTones[page.state]}>{stateNames[page.state]}</Tag>
        {(isPublished || page.builtin) && (
          <Link to={asAddress(page.path)} className="link inline-flex min-h-11 items-center text-ui">
            {t`View page`}
          </Link>
        )}
        <Button variant="outline" busy={busy} onClick={() => setAsks("publish")}>{t`Publish`}</Button>
      </Head>
      <form id={form} onSubmit={submit} noValidate>
        <UnsavedChanges isDirty={() => isDirty && !busy} draft={draft} className="mb-6" />
        {failure && (
          <div className="mb-6">
            <Alert kind="danger" title={failure} />
          </div>
        )}
        {theirs && (
          <div className="mb-6">
            <EditConflict
              title={t`Another admin changed this page.`}
              differences={differencesOf(saved, typedOf(theirs), fields)}
              onGoOn={goOn}
            />
          </div>
        )}
        <div className="grid items-start gap-6 xl:grid-cols-2 xl:gap-12">
          <div className="grid gap-5">
            <div className="flex flex-wrap items-end gap-3">
              <SelectField
                label={t`Language`}
                className="min-w-56"
                value={language}
                onChange={(event) => setLanguage(event.target.value as Language)}
              >
                {languageNames.map((name) => (
                  <option key={name} value={name}>
                    {fields[`${name}.content`] ? languages[name] : t`${languages[name]} (no text yet)`}
                  </option>
                ))}
              </SelectField>
              {page.builtin && !text("content") && (
                <Button variant="outline" busy={busy} onClick={() => void insertDefault()}>
                  {t`Start from the default text`}
                </Button>
              )}
            </div>
            {language !== "en" && !text("content") && (
              <p className="text-ink-2 text-ui">{t`Without a text in this language, visitors read the English one.`}</p>
            )}
            <TextField
              label={t({ context: "of a page", message: "Title" })}
              required
              lang={language}
              maxLength={pageLimits.title}
              autoComplete="off"
              {...field(`${language}.title`)}
            />
            <TextField
              label={t`Description for search engines`}
              hint={t`One or two sentences. Leave empty to use the beginning of the text.`}
              lang={language}
              maxLength={pageLimits.description}
              autoComplete="off"
              {...field(`${language}.description`)}
            />
            <MarkdownField
              key={language}
              pageId={page.id}
              lang={language}
              value={text("content")}
              error={errors[`${language}.content`]}
              onChange={(content) => write({ [`${language}.content`]: content })}
            />
            {page.builtin === null && (
              <fieldset className="grid gap-5 sm:grid-cols-2">
                <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Address and link`}</legend>
                <TextField
                  label={t({ context: "of a page", message: "Address" })}
                  hint={t`Visitors of the old address are redirected. Applies when you save.`}
                  required
                  maxLength={pageLimits.slug}
                  autoComplete="off"
                  autoCapitalize="none"
                  className="sm:col-span-2"
                  {...field("slug")}
                />
                <SelectField label={t({ context: "of a link", message: "Shown in" })} {...field("place")}>
                  {pagePlaces.map((place) => (
                    <option key={place} value={place}>
                      {placeNames[place]}
                    </option>
                  ))}
                </SelectField>
                <TextField
                  label={t({ context: "place in a list", message: "Position" })}
                  hint={t`Links with lower numbers come first.`}
                  inputMode="numeric"
                  maxLength={3}
                  autoComplete="off"
                  {...field("position")}
                />
              </fieldset>
            )}
          </div>
          <section
            aria-labelledby={`${form}-preview`}
            className="rounded-card border border-line bg-surface p-5 sm:p-8"
          >
            <h2 id={`${form}-preview`} className="mb-4 font-semibold text-ink-3 text-meta">{t`Preview`}</h2>
            <Preview language={language} title={text("title")} content={text("content")} />
          </section>
        </div>
        <SaveBar busy={busy} isDirty={isDirty}>{t`Save draft`}</SaveBar>
      </form>
      <Versions
        page={page}
        onUse={(texts) => {
          const { slug, place, position } = fields
          write({ ...typedOf({ ...page, texts }), slug: slug!, place: place!, position: position! })
        }}
      />
      <div className="mt-8 flex flex-wrap gap-3">
        {isPublished && (
          <Button variant="danger" busy={busy} onClick={() => setAsks("withdraw")}>
            {page.builtin ? t`Back to the default text` : t`Hide page`}
          </Button>
        )}
        {page.builtin === null && (
          <Button variant="danger" busy={busy} onClick={() => setAsks("delete")}>{t`Delete page`}</Button>
        )}
      </div>
      <Confirm
        open={asks === "publish"}
        onClose={() => setAsks(undefined)}
        title={t`Publish page?`}
        action={t`Publish`}
        onConfirm={publish}
      >
        {isOfLaw ? (
          <Trans>
            This becomes version {(page.versions[0]?.number ?? 0) + 1}. Customers are told about it the next time they
            visit, and earlier versions stay available.
          </Trans>
        ) : (
          t`Visitors see the text as soon as you publish it.`
        )}
      </Confirm>
      <Confirm
        open={asks === "withdraw"}
        onClose={() => setAsks(undefined)}
        title={page.builtin ? t`Go back to the default text?` : t`Hide page?`}
        action={page.builtin ? t`Back to the default text` : t`Hide page`}
        onConfirm={withdraw}
      >
        {page.builtin
          ? t`Visitors see the text that the shop comes with. Your draft stays here.`
          : t`Visitors will be told that the page doesn't exist. Your draft stays here.`}
      </Confirm>
      <Confirm
        open={asks === "delete"}
        onClose={() => setAsks(undefined)}
        title={t`Delete page?`}
        action={t`Delete page`}
        onConfirm={remove}
      >
        {t`The page is deleted with its images and all its versions.`}
      </Confirm>
    </>
  )
}

function differencesOf(before: Fields, theirs: Fields, mine: Fields): Difference<string>[] {
  const shown = (value = "") => preview(value, 200) || t`empty`
  return [...new Set([...Object.keys(before), ...Object.keys(theirs)])]
    .filter((name) => theirs[name] !== before[name])
    .map((name) => ({
      name,
      label: labelOf(name),
      now: shown(theirs[name]),
      ...(mine[name] !== before[name] && mine[name] !== theirs[name] ? { mine: shown(mine[name]) } : {}),
    }))
}
