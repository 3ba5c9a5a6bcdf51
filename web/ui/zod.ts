/** First import of every route with a form: without it zod tries `new Function` once, which our policy forbids and reports. */
import * as z from "zod"

z.config({ jitless: true })

export { z }
