/** What the planning of a mock server is given, and what it gives. */
export interface MockPlan {
  /** As the client sent them. */
  readonly files: readonly string[];
  readonly environment: string;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** A response that does not pass its own assertions is refused. */
  readonly strict: boolean;
}

export interface PlannedMock {
  /** Its routes in their order, as lines of JSON. */
  readonly routes: Uint8Array;
  /** What clients are told of it, as JSON with room for the port. */
  readonly status: Uint8Array;
}
