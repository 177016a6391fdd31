/** Brings a provider into the state that an interaction needs; a URL is sent these fields in this order. */
export interface StateCall {
  readonly state: string;
  /** Empty when the file does not name one. */
  readonly provider: string;
  readonly interaction: string;
  readonly file: string;
}

/** Throws StepFailure when the provider is not ready. */
export type StateHandler = (call: StateCall, signal: AbortSignal) => Promise<void>;
