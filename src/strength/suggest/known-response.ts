/** Responses that are known from runs, as assertions see them. */
import { ResponseView, type ResponseInput } from '../../evaluation/response/response-view.js';
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import type { MeasuredRequest } from '../model/strength.js';
import type { ChangedResponse } from '../mutate/change-response.js';
import { knownHeaders } from '../mutate/known-headers.js';
import { markupBodyOf, type MarkupBody } from '../mutate/stored-body.js';

const NO_BYTES = new Uint8Array();

/** A response whose text, or whose JSON, is known already. */
export class KnownView extends ResponseView {
  readonly #body: string;
  readonly #document: JsonValue | undefined;

  constructor({ url, durationMs }: StoredExchange, response: ChangedResponse, document?: JsonValue) {
    const { status, headers } = response;
    const input: ResponseInput = { status, headers, url, duration: durationMs, body: NO_BYTES };
    super(input);
    this.#body = response.body;
    this.#document = document;
  }

  override text(): string {
    return this.#body;
  }

  override json(): JsonValue | Absent {
    return this.#document === undefined ? super.json() : this.#document;
  }
}

export interface KnownResponse {
  readonly exchange: StoredExchange;
  /** Equal for responses of one run. */
  readonly runId: number;
  readonly view: ResponseView;
  /** Undefined when the body is no JSON, or only its start is known. */
  readonly document: JsonValue | undefined;
  /** Undefined when the body is no XML, or only its start is known. */
  readonly markup: MarkupBody | undefined;
}

/** More runs hardly say more. */
const MAX_EARLIER = 50;

/** Those of the last run first, then the newest of earlier runs. */
export function knownResponses({ exchanges, earlier }: MeasuredRequest): readonly KnownResponse[] {
  return [...exchanges, ...earlier.slice(0, MAX_EARLIER)].map((exchange) => {
    const { status, body } = exchange;
    const view = new KnownView(exchange, { status, headers: knownHeaders(exchange), body });
    const json = exchange.isCut ? ABSENT : view.json();
    const runId = runIdOf(exchange, earlier);
    const document = json === ABSENT ? undefined : json;
    const markup = document === undefined ? markupBodyOf(exchange) : undefined;
    return { exchange, runId, view, document, markup };
  });
}

/** A run that was made for the measurement is stored too, so that the newest stored one may be the same. */
function runIdOf(exchange: StoredExchange, earlier: readonly StoredExchange[]): number {
  const newest = earlier.find(({ row }) => row === exchange.row);
  if (exchange.source !== 'run' || newest === undefined || newest === exchange) return exchange.runId;
  const { status, durationMs, body } = newest;
  const isSame =
    status === exchange.status &&
    Math.round(durationMs) === Math.round(exchange.durationMs) &&
    exchange.body.startsWith(body);
  return isSame ? newest.runId : exchange.runId;
}
