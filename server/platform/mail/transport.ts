import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createTransport } from "nodemailer"
import type { Settings } from "../settings.ts"

export interface Message {
  id: number
  kind: string
  /** The name of the sender, unless MAIL_FROM has one. */
  sender: string
  to: string
  replyTo: string | null
  unsubscribeUrl: string | null
  subject: string
  text: string
  html: string
  date: Date
}

export interface Transport {
  /** Resolves when the mail server has accepted the email. */
  deliver(message: Message): Promise<void>
}

/**
 * Creates an SMTP transport if one is configured; otherwise emails become readable files in DATA_DIR/outbox, so that a
 * shop without mail can be tried.
 */
export function createMailTransport(settings: Pick<Settings, "smtpUrl" | "mailFrom" | "dataDir">): Transport {
  return settings.smtpUrl
    ? overSmtp(settings.smtpUrl, settings.mailFrom)
    : intoFiles(settings.dataDir, settings.mailFrom)
}

function overSmtp(url: string, from: string): Transport {
  const smtp = createTransport({ url, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 })
  return { deliver: async (message) => void (await smtp.sendMail(envelope(message, from))) }
}

function intoFiles(dataDir: string, from: string): Transport {
  const folder = join(dataDir, "outbox")
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" })
  return {
    deliver: async (message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message: bytes } = await composer.sendMail(envelope(message, from))
      const file = join(folder, fileName(message))
      // The email contains a link that opens an account, so it is readable by this user only.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

function envelope({ id, sender, to, replyTo, unsubscribeUrl, subject, text, html, date }: Message, mailFrom: string) {
  const host = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost"
  return {
    from: mailFrom.includes("<") ? mailFrom : { name: sender, address: mailFrom },
    to: { name: "", address: to },
    ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
    subject,
    text,
    html,
    date,
    // Each attempt has the same id, so that an email sent twice can be recognized.
    messageId: `<letter-${id}-${date.getTime()}@${host}>`,
    headers: { "Auto-Submitted": "auto-generated", ...oneClick(unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the headers of RFC 8058: the mail program's own button unsubscribes with a POST, only over HTTPS. */
function oneClick(url: string | null): Record<string, string> {
  if (!url) return {}
  const headers = { "List-Unsubscribe": `<${url}>` }
  return url.startsWith("https:") ? { ...headers, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : headers
}

/**
 * Returns `2026-11-21 10.20.31 000012 password-reset jane@example.com.eml`: files sorted by name are in the order in
 * which the emails were written.
 */
function fileName({ id, kind, to, date }: Message): string {
  const when = date.toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".")
  const number = String(id).padStart(6, "0")
  return `${when} ${number} ${kind.replaceAll("_", "-")} ${to.replace(/[^\w.@+-]/g, "_").slice(0, 100)}.eml`
}
