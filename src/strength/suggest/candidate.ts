/** Assertions that may be suggested, and how they are tried on responses. */
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { passesResolved, type AssertionContext } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { CaptureStore } from '../../evaluation/variables/captures.js';
import { Scope } from '../../evaluation/variables/scope.js';
import { isJsonNumber } from '../../primitives/json/json-number.js';
import { parseText } from '../../request-file/parse-file.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import type { SentVariable } from './sent-values.js';
import { writtenValue } from './value-operations.js';
import type { PlacePath } from './place-path.js';

export type CandidatePlace =
  | { readonly on: 'status' }
  | { readonly on: 'header'; readonly name: string }
  | { readonly on: 'body'; readonly path: PlacePath };

export interface Candidate {
  /** One line as a file has it. */
  readonly text: string;
  readonly place: CandidatePlace;
  readonly rank: number;
  /** Whether it looks at values inside of the one at its place. */
  readonly seesInside: boolean;
  /** Set when it compares with a variable, whose value differs between exchanges. */
  readonly variable?: SentVariable | undefined;
}

/** Nothing that is suggested has a placeholder of its own: where it has one, the value of the exchange is filled in. */
const SCOPE = new Scope({
  captures: new CaptureStore(),
  operator: {},
  variables: [],
  environment: {},
  dotenv: {},
  process: {},
  processReadable: false,
  memo: new Map(),
  clock: () => 0,
  random: (bytes) => new Uint8Array(bytes),
});

const CONTEXT: AssertionContext = {
  schema: () => Promise.reject(new Error('No suggestion has a schema.')),
  snapshot: {
    storing: 'never',
    redact: (value) => value,
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
  },
};

/** Reads candidates with the parser of request files, all of a request at once. */
export class CandidateReader {
  readonly #resolved = new Map<string, ResolvedAssertion | undefined>();

  /** Whether it passes on a response to an exchange; undefined when that cannot be known. */
  passes(
    candidate: Candidate,
    view: ResponseView,
    exchange: StoredExchange,
  ): boolean | undefined | Promise<boolean> {
    const text = textFor(candidate, exchange);
    const resolved = text === undefined ? undefined : this.#resolve(text);
    return resolved && passesResolved(resolved, view, CONTEXT);
  }

  read(texts: readonly string[]): void {
    const unread = [...new Set(texts)].filter((text) => !this.#resolved.has(text));
    if (unread.length === 0) return;
    for (const text of unread) this.#resolved.set(text, undefined);
    const { requests, diagnostics } = parseText(`GET /\n\n>>>\n${unread.join('\n')}\n<<<\n`, '');
    const faulty = new Set(diagnostics.map(({ line }) => line));
    // The first assertion stands on line 4.
    for (const assertion of requests.length === 1 ? (requests[0]?.assertions ?? []) : []) {
      const text = unread[assertion.line - 4];
      if (text !== undefined && !faulty.has(assertion.line))
        this.#resolved.set(text, resolveAssertion(assertion, SCOPE));
    }
  }

  #resolve(text: string): ResolvedAssertion | undefined {
    this.read([text]);
    return this.#resolved.get(text);
  }
}

/** Undefined when the exchange does not tell the value of the variable. */
function textFor({ text, variable }: Candidate, exchange: StoredExchange): string | undefined {
  if (variable === undefined) return text;
  const value = variable.valueIn(exchange);
  if (value === undefined) return undefined;
  const quoted = `"${variable.placeholder}"`;
  if (text.endsWith(quoted)) return text.slice(0, -quoted.length) + writtenValue(value);
  return isJsonNumber(value) ? text.replace(variable.placeholder, () => value) : undefined;
}
