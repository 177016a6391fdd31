/** One way in which a value breaks a schema. */
export interface Violation {
  /** JSON Pointer (RFC 6901) of the offending value. */
  readonly pointer: string;
  readonly message: string;
}
