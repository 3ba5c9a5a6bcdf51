export type Attributes = Record<string, string | number>

/** Describes a span without personal data: no address, no parameter, no error message, no text. */
export interface About {
  name: string
  kind: "server" | "client" | "producer" | "consumer" | "internal"
  attributes: Attributes
  /** `root` begins a trace; `child` is traced only within one; `any` does either. */
  within: "root" | "child" | "any"
  /** The `traceparent` header of a trusted sender. */
  parent?: string
}

export interface OpenSpan {
  /** Makes spans that begin in `run`, or later because of it, children of this one. */
  enter<T>(run: () => T): T
  end(attributes?: Attributes, isFailed?: boolean): void
}

export interface Tracing {
  start(about: About): OpenSpan | null
  stop(): Promise<void>
}
