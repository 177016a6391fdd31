/** Finds values by JSONPath (RFC 9535) or by a path as assertions use it. */
import type { JsonValue } from '../../../src/evaluation/values/json.js';
import { readPath } from '../../../src/request-file/expressions/parse-path.js';
import { MemberLookup } from './json-paths.js';
import type { JsonTape } from './json-tape.js';

export type JsonFiltered =
  | { readonly ok: true; readonly values: readonly number[] }
  | { readonly ok: false; readonly problem: string };

export class JsonFilter {
  readonly #tape: JsonTape;
  #document: { readonly value: JsonValue } | undefined;

  constructor(tape: JsonTape) {
    this.#tape = tape;
  }

  async find(expression: string): Promise<JsonFiltered> {
    const lookup = new MemberLookup(this.#tape);
    if (!expression.startsWith('$')) {
      const path = readPath(withoutBody(expression));
      if (!path.ok) return { ok: false, problem: path.reason };
      return { ok: true, values: lookup.atPath(path.steps) };
    }
    try {
      const locations = await this.#locations(expression);
      return { ok: true, values: locations.flatMap((location) => lookup.find(location) ?? []) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, problem: message.split('\n', 1)[0] ?? '' };
    }
  }

  async #locations(expression: string): Promise<readonly (readonly (string | number)[])[]> {
    const [{ compileQuery, createEnvironment }, { parseJson }] = await Promise.all([
      import('../../../src/evaluation/json-path/json-path-query.js'),
      import('../../../src/evaluation/values/json.js'),
    ]);
    // A hostile pattern ends with the worker, which the page does not wait for.
    const environment = createEnvironment((source, text) => new RegExp(source, 'u').test(text));
    const query = compileQuery(expression, environment);
    this.#document ??= { value: parseJson(this.#tape.text) };
    return query.locations(this.#document.value);
  }
}

/** `body.items[0]`, `.items[0]` and `items[0]` mean the same. */
function withoutBody(expression: string): string {
  if (expression === 'body' || expression.startsWith('body[')) return expression.slice(4);
  if (expression.startsWith('body.')) return expression.slice(5);
  return expression.startsWith('.') ? expression.slice(1) : expression;
}
