import type { FastifyRequest } from "fastify"
import { languageOf, translatorTo } from "../languages.ts"
import type { Http } from "./http.ts"

/**
 * The members of answers, however deep, that hold texts of the shop itself. Notifications and refusals translate
 * their own.
 */
const members: [RegExp, string[]][] = [
  [/^\/api\/auth\/(password-reset\/request|verify-email\/request|email-change\/)/, ["message"]],
  [/^\/api\/restock-requests$/, ["message"]],
  [/^\/api\/auth\/sessions$/, ["user_agent"]],
  [/^\/api\/orders\/quote$/, ["code_problem", "member_offers"]],
  [/^\/api\/(orders|invoices|admin\/print\/invoices)(\/:\w+)?$/, ["paymentMethod", "payment_method"]],
  [/^\/api\/dolls\/(import|edit-many)$/, ["message", "notes", "detail"]],
  [/^\/api\/admin\/orders\/ship$/, ["detail"]],
  [/^\/api\/admin\/orders(\/:id)?$/, ["what", "todo"]],
  [
    /^\/api\/admin\/dashboard-stats$/,
    ["users", "models", "subscriptions", "revenue", "flagged", "moderators"].map((name) => `${name}_change`),
  ],
  [/^\/api\/admin\/recent-activity$/, ["title", "message"]],
  [/^\/api\/admin\/flagged-messages/, ["flag_reason"]],
  [/^\/api\/admin\/customers\/:id\/sessions$/, ["device"]],
  [/\/timeline$/, ["what"]],
]

/** The shop's texts leave in the language of the page that asked. */
export function translateShopTexts(http: Http): void {
  http.addHook("preSerialization", async (request: FastifyRequest, _reply, answer) => {
    const language = languageOf(request)
    if (language === "en") return answer
    const names = members.find(([path]) => path.test(request.routeOptions.url ?? ""))?.[1]
    return names ? translated(answer, new Set(names), translatorTo(language)) : answer
  })
}

function translated(value: unknown, names: Set<string>, translate: (text: string) => string, isText = false): unknown {
  if (typeof value === "string") return isText ? translate(value) : value
  if (Array.isArray(value)) return value.map((one) => translated(one, names, translate, isText))
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const all = Object.entries(value)
  return Object.fromEntries(all.map(([name, one]) => [name, translated(one, names, translate, names.has(name))]))
}
