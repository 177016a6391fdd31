import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, toJson } from '../evaluation/values/json.js';
import { keysOf } from '../primitives/json/key-order.js';
import { parseJsonDocument } from './parse-json-document.js';
import { caseCount } from '../../test/support/generated-cases.js';

const key = fc.oneof(
  fc.constantFrom('200', '404', '0', '01', '4294967294', '4294967295', '99999999999', '__proto__', 'default'),
  fc.constantFrom('a"200', '\\', '\\"5', '\u007f1', ':', '-1', '1.5', ''),
  fc.string({ maxLength: 3 }),
);
const scalar = fc.oneof(
  fc.constantFrom('1', '-0', '1.5', '1e2', '9007199254740993', '-9007199254740993', '1e400', 'null', 'true'),
  fc.constantFrom('"200"', '"\\"200\\": 1"', '"\\u0032"', '"{\\"7\\":1}"', '"\\\\"'),
  fc.string({ maxLength: 4 }).map((text) => JSON.stringify(text)),
);
const blank = fc.constantFrom('', ' ', '\n', '\t\r\n');

/** Texts of JSON in which keys repeat and stand in any order. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(key, fc.boolean(), blank, tie('json')), { maxLength: 5 })
      .map((members) => `{${members.map(memberText).join(', ')}}`),
  ),
}));

function memberText([name, isEscaped, space, value]: [string, boolean, string, string]): string {
  const written = isEscaped ? JSON.stringify(name).replaceAll('2', '\\u0032') : JSON.stringify(name);
  return `${space}${written}${space}:${space}${value}`;
}

describe('parseJsonDocument', () => {
  it('reads every text like the exact parser', () => {
    fc.assert(
      fc.property(json, (text) => {
        const read = parseJsonDocument(text);
        const exact = parseJson(text);
        expect(read).toEqual(exact);
        expect(toJson(read)).toBe(toJson(exact));
      }),
      { numRuns: caseCount(500) },
    );
  });

  it('refuses every text that the exact parser refuses', () => {
    const damage = fc.tuple(
      json,
      fc.nat(),
      fc.constantFrom('"', '\\', '{', '}', '1', ':', ',', '\u007f', ''),
    );
    fc.assert(
      fc.property(damage, ([text, place, character]) => {
        const at = place % (text.length + 1);
        const damaged = text.slice(0, at) + character + text.slice(at + 1);
        expect(outcome(() => parseJsonDocument(damaged))).toBe(outcome(() => parseJson(damaged)));
      }),
      { numRuns: caseCount(500) },
    );
  });

  it.each([999, 1000, 1001, 1002, 5000])('agrees with it at %i levels', (levels) => {
    for (const inner of ['', '1', '{"200":[],"100":1}']) {
      const text = '['.repeat(levels) + inner + ']'.repeat(levels);
      expect(outcome(() => parseJsonDocument(text))).toBe(outcome(() => parseJson(text)));
    }
  });

  it('keeps the order of codes and other keys', () => {
    const read = parseJsonDocument('{"default":{"404":1,"200":2},"200":{"404":1,"x":2,"500":3}}') as object;
    expect(keysOf(read)).toEqual(['default', '200']);
    expect(Object.values(read).map((member: object) => keysOf(member))).toEqual([
      ['404', 'x', '500'],
      ['404', '200'],
    ]);
  });
});

function outcome(read: () => unknown): string {
  try {
    return toJson(read());
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : String(error);
  }
}
