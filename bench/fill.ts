import pg from "pg"
import { createDatabase } from "../test/postgres.ts"
import { serveShop } from "./processes.ts"

/** Creates a migrated database with the given number of models, each with two images. */
export async function filledDatabase(cluster: string, models: number): Promise<string> {
  const url = await createDatabase(cluster)
  const shop = await serveShop({ DATABASE_URL: url, DEMO: "0" })
  await shop.stop()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await insertModels(client, 1, models)
  await client.query("vacuum analyze")
  await client.end()
  return url
}

/** Inserts the models with these numbers, which are also their ids in an empty database. Each has two images. */
export async function insertModels(client: pg.Client, first: number, last: number): Promise<void> {
  await client.query(
    `insert into dolls (name, description, long_description, category, price_cents, release_date, material, height_cm, weight_kg,
       gross_weight_kg, packing_size, body_size, specifications, stock, created_at, updated_at)
     select 'Piece ' || n || ' ' || (array['Isolde','Oriane','Sabine','Marguerite','Delphine','Octavia'])[1 + n % 6],
       'A form in ' || (array['glazed porcelain','bisque','celadon','bronze','basalt','gilt'])[1 + (n / 7) % 6] || ' on a turned stand, number '
         || n || ' of a long series. It was fired twice, and stands in daylight with a quiet edge that invites a slow look.',
       '', (array['premium','standard','limited_edition'])[1 + n % 3], 5000 + (n::bigint * 7919) % 200000, date '2025-01-01',
       (array['Glazed porcelain','Bisque','Celadon','Bronze','Basalt'])[1 + n % 5], 168, 32.5, 41, '180 × 52 × 40 cm', '92 / 61 / 90 cm',
       jsonb_build_array(jsonb_build_object('name', 'Type', 'value', (array['Closed loop','Open loop','Column','Vessel'])[1 + n % 4])), n % 9, timestamptz '2025-01-01' + n * interval '1 minute', now()
     from generate_series($1::int, $2::int) as n`,
    [first, last],
  )
  await client.query(
    `insert into images (doll_id, key, is_primary, position, width, height, color, widths, formats, created_at)
     select d.id, 'bench/' || d.id || '-' || p, p = 0, p, 1280, 1600, '#c8ccc9', '{320,480,640,960,1280}', '{avif,webp}', now()
     from dolls d cross join generate_series(0, 1) as p where d.id between $1 and $2`,
    [first, last],
  )
}
