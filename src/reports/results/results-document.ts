import { jsonText } from '../../evaluation/values/json-text.js';
import { jsonArray } from '../../primitives/text/output-text.js';

/** A member of a results document; the tests are an iterable. */
export type DocumentMember = readonly [key: string, value: unknown];

/** Yields the results document chunk by chunk. */
export function* renderDocument(members: Iterable<DocumentMember>): Generator<string> {
  let separator = '{';
  for (const [key, value] of members) {
    yield `${separator}\n  ${jsonText(key)}: `;
    if (key === TESTS) yield* jsonArray(value as Iterable<unknown>, '  ', (test) => jsonText(test, '    '));
    else yield jsonText(value, '  ');
    separator = ',';
  }
  yield '\n}\n';
}

const TESTS = 'tests';
