/**
 * The first import of every route with a form: without it zod tries `new Function`, which our content security policy
 * forbids.
 */
import * as z from "zod"

z.config({ jitless: true })

export { z }
