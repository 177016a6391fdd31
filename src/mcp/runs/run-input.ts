/** The arguments of svc_run. */
export interface RunInput {
  readonly files: readonly string[];
  readonly names: readonly string[];
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly environment: string | undefined;
  readonly bail: boolean;
  readonly parallel: boolean;
  readonly dryRun: boolean;
  /** Left out, the limit of the operator counts alone. */
  readonly timeoutMs: number | undefined;
}
