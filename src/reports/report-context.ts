/** What a report shows beside the results. */
export interface ReportContext {
  /** Of svc. */
  readonly version: string;
  /** The `coverage` member of the results JSON (cli.md 6.9). */
  readonly coverage?: object;
}
