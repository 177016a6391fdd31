export interface ExecutionRequest {
  readonly file: string;
  /** All requests when it is left out or empty. */
  readonly requestName?: string | undefined;
  /** Instead of the active one. */
  readonly environment?: string | undefined;
}
