export interface ExportRequest {
  readonly file: string;
  /** Left out or empty, all requests are exported. */
  readonly requestName?: string | undefined;
  /** Without it, only variables of the file and functions have values. */
  readonly environment?: string | undefined;
}
