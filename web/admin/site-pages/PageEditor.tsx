import { type SubmitEvent, useId, useState } from "react"
import { type Language, languageNames, languages } from "#contract/languages.ts"
import { isLegal } from "#contract/legal.ts"
import { type EditPage, pageLimits, pagePlaces, type SitePage, sitePageTexts } from "#contract/sitePages.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { asAddress, Link, useNavigate } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Back } from "../../platform/ui/Back.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { EditConflict } from "../parts/EditConflict.tsx"
import { SaveBar } from "../parts/SaveBar.tsx"
import { useTexts } from "../parts/useTexts.ts"
import { Head } from "../shell/Head.tsx"
import { defaultText } from "./defaultText.ts"
import { bodyOf, labelOf, typedOf } from "./fields.ts"
import { MarkdownField } from "./MarkdownField.tsx"
import { placeNames, stateNames, stateTones } from "./names.ts"
import { Preview } from "./Preview.tsx"
import { nameOf } from "./SitePages.tsx"
import { Versions } from "./Versions.tsx"

/** The draft of a page in all languages, with a preview beside it. */
export function PageEditor({ opened }: { opened: SitePage }) {
  const navigate = useNavigate()
  const form = useId()
  const [asks, setAsks] = useState<"publish" | "withdraw" | "delete">()
  const editor = useTexts<SitePage>({
    opened,
    kind: "page",
    typedOf,
    read: (id) => call(`GET /admin/pages/${id}`),
    write: ({ id }, typed, headers) => call(`PUT /admin/pages/${id}`, { body: bodyOf(typed) as EditPage, headers }),
    labelOf,
  })
  const { item: page, fields, write, text, language, setLanguage, errors, failure, busy, isDirty } = editor
  const { took, attempt, headers, save, draft, goOn, differences } = editor
  const field = (name: string) => ({
    value: fields[name] ?? "",
    error: errors[name],
    onChange: (event: { target: { value: string } }) => write({ [name]: event.target.value }),
  })
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
        {differences && (
          <div className="mb-6">
            <EditConflict title={t`Another admin changed this page.`} differences={differences} onGoOn={goOn} />
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
