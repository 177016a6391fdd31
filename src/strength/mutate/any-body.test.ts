import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedExchange as exchange } from '../../../test/support/files/stored-exchange.js';
import { parseJson, toJson, type JsonValue } from '../../evaluation/values/json.js';
import { MUTATION_KINDS } from '../model/mutation-kinds.js';
import { changeResponse } from './change-response.js';
import { mutantsOf } from './mutants-of.js';
import { valueAt } from './values-at.js';
import { caseCount } from '../../../test/support/generated-cases.js';

/** Every place of a document, lists included. */
function paths(value: JsonValue, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const members: [string | number, JsonValue][] = Array.isArray(value)
    ? (value as JsonValue[]).map((item, index) => [index, item])
    : Object.entries(value);
  return [path, ...members.flatMap(([part, member]) => paths(member, [...path, part]))];
}

const startsWith = (path: readonly unknown[], start: readonly unknown[]): boolean =>
  start.every((part, at) => part === path[at]);

describe('any JSON body', () => {
  const document = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));

  it('differs in every mutant, and only at its place', () => {
    fc.assert(
      fc.property(document, fc.integer(), fc.nat(4), (value, seed, indent) => {
        const body = JSON.stringify(value, undefined, indent);
        const source = exchange({ body });
        const before = parseJson(body);
        const texts = paths(before).map((path) => [path, toJsonOr(valueAt(before, path))] as const);
        for (const { change, kind, words } of mutantsOf(source, { seed, maxMutants: 1000 })) {
          const changed = changeResponse(source, change);
          if (change.on !== 'value') {
            expect(changed, words).not.toEqual({ status: 200, headers: source.headers, body });
            continue;
          }
          const after = parseJson(changed.body);
          if (kind !== 'list-reordered') expect(toJson(after), words).not.toBe(toJson(before));
          const isShape = kind === 'field-removed' || kind === 'field-renamed';
          const place = isShape ? change.path.slice(0, -1) : change.path;
          const others = texts.filter(([path]) => !startsWith(path, change.path) && !startsWith(place, path));
          const moved = others.filter(([path, text]) => toJsonOr(valueAt(after, path)) !== text);
          expect(moved, words).toEqual([]);
        }
      }),
      { numRuns: caseCount(60, 3) },
    );
  });

  it('gives the same mutants again', () => {
    fc.assert(
      fc.property(document, fc.integer(), fc.integer({ min: 1, max: 60 }), (value, seed, maxMutants) => {
        const source = exchange({ body: JSON.stringify(value) });
        const found = mutantsOf(source, { seed, maxMutants });
        expect(found.length).toBeLessThanOrEqual(maxMutants);
        expect(mutantsOf({ ...source }, { seed, maxMutants })).toEqual(found);
        for (const { kind, danger } of found) expect(danger).toBeLessThanOrEqual(MUTATION_KINDS[kind].danger);
      }),
      { numRuns: caseCount(100, 10) },
    );
  });
});

function toJsonOr(value: unknown): string {
  return typeof value === 'symbol' ? 'absent' : toJson(value);
}
