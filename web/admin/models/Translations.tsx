import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type Doll, type DollText, EditDollText } from "#contract/catalog.ts"
import { languages, type TranslatedLanguage, translatedLanguages } from "#contract/languages.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { call, explain } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { useSending, useZodForm } from "../../forms/form.ts"
import { UnsavedChanges } from "../../forms/UnsavedChanges.tsx"
import { Alert } from "../../ui/Alert.tsx"
import { Button } from "../../ui/Button.tsx"
import { SelectField, TextArea } from "../../ui/Field.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"

/** A model's texts in other languages. Where there are none, pages show the English ones. */
export function Translations({ doll }: { doll: Doll }) {
  const key = ["admin", "texts", doll.id]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(`GET /dolls/${doll.id}/texts`),
  })
  const [language, setLanguage] = useState<TranslatedLanguage>("de")
  return (
    <section aria-labelledby="translations" className="mt-10">
      <h2 id="translations" className="placard pt-3 pb-3 font-display text-h3">
        Translations
      </h2>
      {isPending && <Skeleton className="h-40" />}
      {error && !data && (
        <ErrorState title={modelAdminTexts.translationsFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {data && (
        <>
          <SelectField
            label="Language"
            value={language}
            onChange={({ target }) => setLanguage(target.value as TranslatedLanguage)}
            className="mb-5"
          >
            {translatedLanguages.map((name) => (
              <option key={name} value={name}>
                {data.some((one) => one.language === name) ? languages[name] : `${languages[name]}, not translated`}
              </option>
            ))}
          </SelectField>
          <TranslationForm
            key={language}
            doll={doll}
            language={language}
            known={data.find((one) => one.language === language)}
            onSaved={(texts) => void queries().setQueryData(key, texts)}
          />
        </>
      )}
    </section>
  )
}

interface FormProps {
  doll: Doll
  language: TranslatedLanguage
  known: DollText | undefined
  onSaved(texts: DollText[]): void
}

function TranslationForm({ doll, language, known, onSaved }: FormProps) {
  const form = useZodForm(EditDollText, {
    description: known?.description ?? "",
    long_description: known?.long_description ?? "",
  })
  const { submit, failure } = useSending(form, async (body) => {
    onSaved(await call(`PUT /dolls/${doll.id}/texts/${language}`, { body }))
    toast(body.description ? modelAdminTexts.translationSaved : modelAdminTexts.translationRemoved, { kind: "success" })
    return () => form.reset(body)
  })
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <UnsavedChanges isDirty={() => isDirty && !isSubmitting} />
      {failure && (
        <Alert kind="danger" title={modelAdminTexts.translationSaveFailed}>
          {failure}
        </Alert>
      )}
      <TextArea
        label="Description"
        lang={language}
        hint="Leave empty to show the English texts."
        error={errors.description?.message}
        {...form.register("description")}
      />
      <TextArea
        label="Long description"
        lang={language}
        rows={8}
        error={errors.long_description?.message}
        {...form.register("long_description")}
      />
      <div>
        <Button type="submit" variant="outline" busy={isSubmitting}>
          Save translation
        </Button>
      </div>
    </form>
  )
}
