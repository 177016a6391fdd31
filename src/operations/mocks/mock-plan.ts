/** The input and the result of planning a mock server. */
export interface MockPlan {
  /** The paths as the client sent them. */
  readonly files: readonly string[];
  readonly environment: string;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** Refuses a response that does not pass its own assertions. */
  readonly strict: boolean;
}

export interface PlannedMock {
  /** The routes in their order, as lines of JSON. */
  readonly routes: Uint8Array;
  /** The status for clients as JSON, with space for the port. */
  readonly status: Uint8Array;
}
