/** A request as the rules, the state and the templates of a mock server look at it; read from its bytes when asked. */
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import { ResponseView } from '../../evaluation/response/response-view.js';
import { readCookiePairs } from '../../http/message/cookie-text.js';
import { readFormFields, type FormField } from './form-fields.js';

export interface ReceivedParts {
  readonly method: string;
  /** As sent, with the query. */
  readonly target: string;
  /** Alternating names and values, as Node gives them. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
}

export class ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
  #query: readonly FormField[] | undefined;
  #cookies: ReadonlyMap<string, string> | undefined;
  #fields: readonly FormField[] | undefined;
  #hasReadFields = false;
  #view: ResponseView | undefined;

  constructor({ method, target, rawHeaders, body }: ReceivedParts) {
    this.method = method;
    this.target = target;
    this.rawHeaders = rawHeaders;
    this.body = body;
  }

  /** Decoded, in the order in which they are written; empty without a parameter of this name. */
  queryValues(name: string): readonly string[] {
    let values: string[] | undefined;
    for (const pair of this.query()) if (pair[0] === name) (values ??= []).push(pair[1]);
    return values ?? NO_VALUES;
  }

  /** The parameters in their order, decoded. */
  query(): readonly FormField[] {
    this.#query ??= readQuery(this.target);
    return this.#query;
  }

  cookie(name: string): string | Absent {
    return this.cookies().get(name) ?? ABSENT;
  }

  cookies(): ReadonlyMap<string, string> {
    this.#cookies ??= new Map(this.#cookiePairs().map((pair) => [pair.name, pair.value]));
    return this.#cookies;
  }

  /** Of a form; undefined for another body. */
  formFields(): readonly FormField[] | undefined {
    if (!this.#hasReadFields) {
      this.#hasReadFields = true;
      this.#fields = readFormFields(this.body, this.view().contentType());
    }
    return this.#fields;
  }

  /** Its headers and body, which subjects read in the same way as those of a response. */
  view(): ResponseView {
    this.#view ??= new ResponseView({
      status: 0,
      headers: pairsOf(this.rawHeaders),
      url: this.target,
      duration: 0,
      body: this.body,
    });
    return this.#view;
  }

  #cookiePairs(): readonly { readonly name: string; readonly value: string }[] {
    const text = this.view().header('cookie');
    return text === ABSENT ? [] : readCookiePairs(text);
  }
}

const NO_VALUES: readonly string[] = [];

/** Most queries have nothing to decode, and are split in a fraction of the time (bench/measures/mock.mjs). */
function readQuery(target: string): readonly FormField[] {
  const start = target.indexOf('?');
  if (start < 0) return [];
  const text = target.slice(start + 1);
  if (/[%+]/.test(text)) return [...new URLSearchParams(text)];
  return text.split('&').flatMap((part): FormField[] => {
    if (part === '') return [];
    const equals = part.indexOf('=');
    return [equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]];
  });
}

function pairsOf(flat: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}
