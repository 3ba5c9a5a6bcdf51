export type Attributes = Record<string, string | number>

/** What happens, and never to whom: no address, no parameter, no message of an error, no text. */
export interface About {
  name: string
  kind: "server" | "client" | "producer" | "consumer" | "internal"
  attributes: Attributes
  /** `root` begins a trace; `child` is not traced outside of one; `any` does either. */
  within: "root" | "child" | "any"
  /** The `traceparent` header of a trusted sender. */
  parent?: string
}

export interface OpenSpan {
  /** Spans that begin in `run`, or later because of it, are inside of this one. */
  enter<T>(run: () => T): T
  end(attributes?: Attributes, isFailed?: boolean): void
}

export interface Tracing {
  start(about: About): OpenSpan | null
  stop(): Promise<void>
}
