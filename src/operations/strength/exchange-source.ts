/** Where the responses come from that a measurement changes. */
import type { Request } from '../../request-file/model/model.js';
import type { StoredExchange } from '../../strength/model/stored-exchange.js';

export interface ExchangeQuery {
  readonly request: Request;
  /** The shown path of the file that holds the request. */
  readonly file: string;
  /** The files in whose runs the request may stand, by shown path; a dependency runs with the files that need it. */
  readonly runFiles: readonly string[];
  /** The name of the result, with the number of its row. */
  readonly name: string;
  /** Among the results of that name in a run, from 0. */
  readonly occurrence: number;
  /** Empty without a data row or element. */
  readonly row: string;
}

export interface FoundExchanges {
  readonly last: StoredExchange;
  /** Those of earlier runs that passed, the newest first. */
  readonly earlier: readonly StoredExchange[];
  /** What somebody should know who takes them for those that were asked for; a sentence. */
  readonly problem?: string | undefined;
}

export interface ExchangeSource {
  /** Undefined when no result of the request has passed. */
  find(query: ExchangeQuery): Promise<FoundExchanges | undefined>;
  /** A sentence for a request without a result. */
  readonly missing: string;
  close(): Promise<void>;
}
