import { EditShopSettings } from "#contract/admin.ts"
import { settingsLimits } from "#contract/adminLimits.ts"
import { panelTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { z } from "../../platform/ui/zod.ts"

const { shape } = EditShopSettings
/** An empty field clears the value. */
export const orNone = (field: z.ZodType<string | null, string | null>) =>
  z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(field)
const wholeNumber = (field: z.ZodType<number, number>) =>
  z.string().trim().regex(/^\d+$/, t`Please enter a whole number.`).transform(Number).pipe(field)
export const settingsForm = z.object({
  shop_name: shape.shop_name.unwrap(),
  support_hours: shape.support_hours.unwrap(),
  time_zone: shape.time_zone.unwrap(),
  announcement: orNone(shape.announcement.unwrap()),
  announcement_link: orNone(shape.announcement_link.unwrap()),
  require_second_factor: z.boolean(),
  answer_target: shape.answer_target.unwrap(),
  answer_days: shape.answer_days.unwrap(),
  answer_from: shape.answer_from.unwrap(),
  answer_to: shape.answer_to.unwrap(),
  answer_zone: shape.answer_zone.unwrap(),
  age_rule: shape.age_rule.unwrap(),
  age_rules: shape.age_rules.unwrap(),
  no_shipping: shape.no_shipping.unwrap(),
  return_days: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, panelTexts.returnDays)
    .transform(Number)
    .refine((days) => days <= settingsLimits.return_days, panelTexts.returnDays),
  emails_name_pieces: z.boolean(),
  automatic_emails: shape.automatic_emails.unwrap(),
  low_stock_at: wholeNumber(shape.low_stock_at.unwrap()),
  maintenance: z.boolean(),
  maintenance_note: orNone(shape.maintenance_note.unwrap()),
})

export type SettingsInput = z.input<typeof settingsForm>
export const labels: Record<keyof SettingsInput, string> = {
  shop_name: t`Shop name`,
  support_hours: t`Support hours`,
  time_zone: t`Time zone of reports`,
  announcement: t`Announcement text`,
  announcement_link: t`Announcement link`,
  require_second_factor: t`Two-step verification for staff`,
  answer_target: t`Target for answers`,
  answer_days: t`Days on which chats are answered`,
  answer_from: t`Chats are answered from`,
  answer_to: t`Chats are answered until`,
  answer_zone: t`Time zone of these hours`,
  age_rule: t`Age check`,
  age_rules: t`Age checks by country`,
  no_shipping: t`Countries without shipping`,
  return_days: t`Days to request a return`,
  emails_name_pieces: t`Models in order emails`,
  automatic_emails: t`Automatic emails`,
  low_stock_at: t`Low stock warning`,
  maintenance: t`Closed`,
  maintenance_note: t`Message to visitors`,
}
