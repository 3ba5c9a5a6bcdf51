import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type Doll, type DollText, EditDollText } from "#contract/catalog.ts"
import { languages, type TranslatedLanguage } from "#contract/languages.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { SelectField, TextArea, TextField } from "../../platform/ui/Field.tsx"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"

/** A model's texts in other languages. Without a translation, pages show the English text. */
export function Translations({ doll }: { doll: Doll }) {
  const key = ["admin", "texts", doll.id]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(`GET /dolls/${doll.id}/texts`),
  })
  const [language, setLanguage] = useState<TranslatedLanguage>("de")
  return (
    <section aria-labelledby="translations" className="mt-10">
      <h2 id="translations" className="placard pt-3 pb-3 font-display text-h3">{t`Translations`}</h2>
      {isPending && <Skeleton className="h-40" />}
      {error && !data && (
        <ErrorState title={modelAdminTexts.translationsFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {data && (
        <>
          <SelectField
            label={t`Language`}
            value={language}
            onChange={({ target }) => setLanguage(target.value as TranslatedLanguage)}
            className="mb-5"
          >
            {data.map(({ language: name, description }) => (
              <option key={name} value={name}>
                {description ? languages[name] : t`${languages[name]}, not translated`}
              </option>
            ))}
          </SelectField>
          <TranslationForm
            key={language}
            doll={doll}
            known={data.find((one) => one.language === language)!}
            onSaved={(texts) => void queries().setQueryData(key, texts)}
          />
        </>
      )}
    </section>
  )
}

interface FormProps {
  doll: Doll
  known: DollText
  onSaved(texts: DollText[]): void
}

function TranslationForm({ doll, known: { language, ...known }, onSaved }: FormProps) {
  const form = useZodForm(EditDollText, known)
  const { submit, failure } = useSending(form, async (texts) => {
    // A term that was not changed here may have got another translation through another model.
    const terms = texts.terms.filter(({ translation }, at) => translation !== known.terms[at]?.translation)
    onSaved(await call(`PUT /dolls/${doll.id}/texts/${language}`, { body: { ...texts, terms } }))
    const isRemoved = known.description !== "" && texts.description === ""
    toast(isRemoved ? modelAdminTexts.translationRemoved : modelAdminTexts.translationSaved, { kind: "success" })
    return () => form.reset(texts)
  })
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <UnsavedChanges
        isDirty={() => isDirty && !isSubmitting}
        draft={draftOf(form, `translation-${doll.id}-${language}`)}
      />
      {failure && (
        <Alert kind="danger" title={modelAdminTexts.translationSaveFailed}>
          {failure}
        </Alert>
      )}
      <TextArea
        label={t`Description`}
        lang={language}
        hint={t`Leave empty to show the English texts.`}
        error={errors.description?.message}
        {...form.register("description")}
      />
      <TextArea
        label={t`Long description`}
        lang={language}
        rows={8}
        error={errors.long_description?.message}
        {...form.register("long_description")}
      />
      {known.terms.length > 0 && (
        <fieldset className="grid min-w-0 gap-5 sm:grid-cols-2">
          <legend className="pb-2 font-semibold">{t`Materials and specifications`}</legend>
          <p className="text-ink-2 text-meta sm:col-span-2">{t`Every model with the same material or specification shares its translation.`}</p>
          {known.terms.map(({ term }, at) => (
            <TextField
              key={term}
              label={term}
              lang={language}
              error={errors.terms?.[at]?.translation?.message}
              {...form.register(`terms.${at}.translation`)}
            />
          ))}
        </fieldset>
      )}
      <div>
        <Button type="submit" variant="outline" busy={isSubmitting}>{t`Save translation`}</Button>
      </div>
    </form>
  )
}
