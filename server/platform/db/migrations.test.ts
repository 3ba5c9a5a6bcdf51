import { readdir, readFile } from "node:fs/promises"
import { expect, test } from "vitest"

const directory = new URL("migrations/", import.meta.url)
/** Migrations up to here are released; nodes from before them no longer exist. */
const checkedFrom = "0048"

/** Statements that break a node of the version before, which reads and writes while this one runs. */
const breaking = [
  /\bdrop\s+(table|column|view|type)\b/i,
  /\brename\b/i,
  /\badd\s+(column\s+)?(?!constraint\b)(if\s+not\s+exists\s+)?\w+\s(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+not\s+null|type|set\s+data\s+type)\b/i,
  /\badd\s+(constraint\s+\w+\s+)?(check|unique|foreign)\b(?![^;]*\bnot\s+valid\b)/i,
]

/** Returns forbidden statements, unless the migration names the release whose nodes no longer need what they remove. */
function breaks(text: string): string[] {
  const statements = text.replace(/^\s*--.*$/gm, "").split(/;\s*(?:\n|$)/)
  if (/^-- unused since release \S+/m.test(text)) return []
  return statements.map((one) => one.trim()).filter((one) => breaking.some((pattern) => pattern.test(one)))
}

test("no new migration breaks nodes of the version before", async () => {
  const files = (await readdir(directory)).filter((name) => name.endsWith(".sql") && name >= checkedFrom)
  for (const name of files) expect([name, breaks(await readFile(new URL(name, directory), "utf8"))]).toEqual([name, []])
})

test.each([
  "alter table users drop column phone;",
  "alter table users rename column phone to telephone;",
  "alter table users add column phone text not null;",
  "alter table users add column a text, add phone text not null;",
  "alter table users alter column phone set not null;",
  "alter table users alter phone type integer using phone::integer;",
  "alter table users add constraint known check (phone <> '');",
  "drop table users;",
])("“%s” does", (statement) => {
  expect(breaks(statement)).toHaveLength(1)
  expect(breaks(`-- unused since release 2.4\n${statement}`)).toEqual([])
})

test.each([
  "alter table users add column phone text;",
  "alter table users add column phone text not null default '';",
  "create table phones (id integer primary key, phone text not null);",
  "alter table users add constraint known check (phone <> '') not valid;",
  "create index on users (phone);\n-- drop column phone: later\n",
])("“%s” does not", (statement) => {
  expect(breaks(statement)).toEqual([])
})
