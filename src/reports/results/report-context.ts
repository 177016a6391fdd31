import type { Coverage } from '../../coverage/coverage.js';

/** What a report shows beside the results. */
export interface ReportContext {
  /** Of svc. */
  readonly version: string;
  /** With `--coverage`; the results JSON holds it. */
  readonly coverage?: Coverage;
}
