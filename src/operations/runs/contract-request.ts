export interface ContractRequest {
  readonly providerUrl: string;
  readonly stateHandler?: string | undefined;
  /** Left out or empty, all files of the workspace are verified. */
  readonly files?: readonly string[] | undefined;
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
}
