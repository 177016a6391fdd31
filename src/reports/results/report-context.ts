import type { Coverage } from '../../coverage/coverage.js';

/** Data that a report shows beside the results. */
export interface ReportContext {
  /** The version of svc. */
  readonly version: string;
  /** Present with `--coverage`; part of the results document. */
  readonly coverage?: Coverage;
}
