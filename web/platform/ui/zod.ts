/**
 * Must be the first import of every route with a form: otherwise zod tries `new Function`, which our content security
 * policy forbids.
 */
import * as z from "zod"

z.config({ jitless: true })

export { z }
