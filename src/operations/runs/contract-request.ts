export interface ContractRequest {
  readonly providerUrl: string;
  readonly stateHandler?: string | undefined;
  /** All of the workspace when left out or empty. */
  readonly files?: readonly string[] | undefined;
  /** Instead of the active one. */
  readonly environment?: string | undefined;
}
