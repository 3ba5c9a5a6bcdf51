/** The part of the package that test/s3Server.ts uses. The package has no types. */
declare module "@20minutes/s3rver" {
  interface Context {
    method: string
    path: string
    query: Record<string, string | undefined>
    headers: Record<string, string | undefined>
    state: object
    status: number
    body: unknown
    throw(status: number): never
  }
  export default class S3rver {
    constructor(options: { directory: string; port: number; address: string; silent: boolean; vhostBuckets: boolean })
    /** Koa's middleware, in order. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
  }
}
