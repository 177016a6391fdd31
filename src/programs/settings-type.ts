/** The keys of `service.yaml` as programs write them; a test compares them with the table of settings. */
export interface Settings {
  readonly $schema?: string | undefined;
  readonly defaultEnvironment?: string | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  /** Milliseconds to connect. */
  readonly connectTimeout?: number | undefined;
  /** Further attempts after a failure. */
  readonly retries?: number | undefined;
  /** Milliseconds between attempts. */
  readonly retryDelay?: number | undefined;
  /** Milliseconds between requests. */
  readonly delay?: number | undefined;
  readonly followRedirects?: boolean | undefined;
  readonly maxRedirects?: number | undefined;
  readonly validateSSL?: boolean | undefined;
  readonly tls?:
    | {
        readonly caCert?: string | undefined;
        readonly clientCert?: string | undefined;
        readonly clientKey?: string | undefined;
      }
    | undefined;
  readonly proxy?: string | undefined;
  readonly httpVersion?: 'auto' | '1.1' | '2' | undefined;
  /** The largest decoded response body. */
  readonly maxBodyBytes?: number | undefined;
  /** Headers of every request; a header of the file with the same name gives way. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cookies?: boolean | undefined;
  readonly parallel?: boolean | undefined;
  /** The most requests in flight in parallel runs. */
  readonly concurrency?: number | undefined;
  readonly bail?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly noColor?: boolean | undefined;
  readonly reporters?: readonly ReportFormat[] | undefined;
  readonly outputDir?: string | undefined;
  readonly envFile?: string | undefined;
  /** Further environment files of other clients, the strongest last. */
  readonly clientEnv?: readonly string[] | undefined;
  readonly strictScripts?: boolean | undefined;
  /** Added to the secrets of the file; an entry with the same name is replaced. */
  readonly secrets?: readonly (string | SecretCommand)[] | undefined;
  readonly workspace?: string | undefined;
  readonly history?:
    | {
        readonly enabled?: boolean | undefined;
        readonly path?: string | undefined;
        readonly url?: string | undefined;
        readonly schema?: string | undefined;
        readonly actor?: string | undefined;
        readonly keepRuns?: number | undefined;
        readonly keepStress?: number | undefined;
        readonly keepDays?: number | undefined;
      }
    | undefined;
  readonly queue?:
    | {
        readonly url?: string | undefined;
        readonly name?: string | undefined;
        readonly keyFile?: string | undefined;
      }
    | undefined;
  readonly coverage?:
    | { readonly openapi?: string | undefined; readonly min?: number | undefined }
    | undefined;
  readonly tracing?: { readonly traceparent?: boolean | undefined } | undefined;
  /** Variables by environment, added to those of the file; a variable with the same name is replaced. */
  readonly environments?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly stress?: { readonly profiles?: Readonly<Record<string, object>> | undefined } | undefined;
}

/** A program that prints a secret. */
export interface SecretCommand {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Left out, it gives the value in every environment. */
  readonly environments?: readonly string[] | undefined;
  /** A duration such as `10s`. */
  readonly timeout?: string | undefined;
}

export type ReportFormat = 'json' | 'junit' | 'tap' | 'html' | 'ctrf' | 'github' | 'har' | 'console';
