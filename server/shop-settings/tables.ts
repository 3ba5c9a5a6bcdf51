import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import { moment } from "../db/columns.ts"

export const shopSettings = pgTable("shop_settings", {
  id: integer("id").primaryKey().default(1),
  shopName: text("shop_name").notNull().default("Vitrine"),
  supportHours: text("support_hours").notNull().default("Mon-Fri 8am-5pm Pacific"),
  announcement: text("announcement"),
  announcementLink: text("announcement_link"),
  maintenance: boolean("maintenance").notNull().default(false),
  maintenanceNote: text("maintenance_note"),
  requireSecondFactor: boolean("require_second_factor").notNull().default(false),
  version: integer("version").notNull().default(1),
  updatedBy: integer("updated_by"),
  updatedAt: moment("updated_at"),
})
