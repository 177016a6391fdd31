export interface ExportRequest {
  readonly file: string;
  /** All requests when it is left out or empty. */
  readonly requestName?: string | undefined;
  /** Gives values to more than variables of the file and functions. */
  readonly environment?: string | undefined;
}
