import type { Coverage } from '../../coverage/coverage.js';
import type { DocumentMember } from './results-document.js';

/** Data that a report shows beside the results. */
export interface ReportContext {
  /** The version of svc. */
  readonly version: string;
  /** Present with `--coverage`; part of the results document. */
  readonly coverage?: Coverage;
  /** Present with `--shard`; part of the results document. */
  readonly shard?: ReportedShard;
  /** Present for merged results, whose document keeps what the documents of its parts contain. */
  readonly document?: Iterable<DocumentMember>;
}

/** Which part of a selection a run was. */
export interface ReportedShard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** Every file of the whole selection in the order of the run, also those without a test in this part. */
  readonly files: readonly string[];
}
