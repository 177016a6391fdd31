/** Applies a change to a stored response. */
import type { ReceivedHeaders } from '../../evaluation/response/response-view.js';
import type { Change } from '../model/mutant.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { changeValue, splice } from './change-value.js';
import { knownHeaders } from './known-headers.js';
import { changeMarkup } from './markup/change-markup.js';
import { jsonBodyOf, markupBodyOf, type JsonBody, type MarkupBody } from './stored-body.js';

export interface ChangedResponse {
  readonly status: number;
  /** The known ones of the response, as `knownHeaders` gives them. */
  readonly headers: ReceivedHeaders;
  readonly body: string;
}

/** Reads the response once, so that each of many changes costs little more than the copy of its body. */
export class ResponseChanger {
  readonly #exchange: StoredExchange;
  readonly #headers: ReceivedHeaders;
  #json: JsonBody | undefined | 'unread' = 'unread';
  #markup: MarkupBody | undefined | 'unread' = 'unread';

  constructor(exchange: StoredExchange) {
    this.#exchange = exchange;
    this.#headers = knownHeaders(exchange);
  }

  /** The response as it was. */
  get original(): ChangedResponse {
    const { status, body } = this.#exchange;
    return { status, headers: this.#headers, body };
  }

  /** Undefined for a body that is not JSON. */
  get json(): JsonBody | undefined {
    if (this.#json === 'unread') this.#json = jsonBodyOf(this.#exchange);
    return this.#json;
  }

  /** Undefined for a body that is not XML. */
  get markup(): MarkupBody | undefined {
    if (this.#markup === 'unread') this.#markup = markupBodyOf(this.#exchange);
    return this.#markup;
  }

  change(change: Change): ChangedResponse {
    const { status, body } = this.#exchange;
    switch (change.on) {
      case 'status':
        return { status: change.status, headers: this.#headers, body };
      case 'header':
        return { status, headers: withHeader(this.#headers, change.name, change.value), body };
      case 'text':
        return { status, headers: this.#headers, body: splice(body, change.start, change.end, change.text) };
      case 'value': {
        const root = this.json?.root;
        const changed = root === undefined ? body : changeValue(body, root, change.path, change.edit);
        return { status, headers: this.#headers, body: changed };
      }
      case 'markup': {
        const root = this.markup?.root;
        const changed = root === undefined ? body : changeMarkup(body, root, change.path, change.edit);
        return { status, headers: this.#headers, body: changed };
      }
    }
  }
}

/** All lines of the name go; a value stands where the first of them stood. */
function withHeader(headers: ReceivedHeaders, name: string, value: string | undefined): ReceivedHeaders {
  const lowerName = name.toLowerCase();
  const isNamed = ([header]: readonly [string, string]): boolean => header.toLowerCase() === lowerName;
  const first = headers.find(isNamed);
  return headers.flatMap((header) => {
    if (!isNamed(header)) return [header];
    return header === first && value !== undefined ? [[header[0], value] as const] : [];
  });
}

let last: { readonly exchange: StoredExchange; readonly changer: ResponseChanger } | undefined;

/** Changes of one response in a row read it once. */
export function changeResponse(exchange: StoredExchange, change: Change): ChangedResponse {
  if (last?.exchange !== exchange) last = { exchange, changer: new ResponseChanger(exchange) };
  return last.changer.change(change);
}
