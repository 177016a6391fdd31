import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editConfigText, type ConfigEdit } from './config-edit.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { caseCount } from '../../../test/support/generated-cases.js';

/** A random file: its data, its layout, and the place of each of its comments. */
interface Written {
  readonly text: string;
  readonly data: Map;
  readonly comments: readonly Comment[];
}
interface Comment {
  readonly text: string;
  /** The entry that a comment on its line belongs to, or the map that contains a comment line. */
  readonly owner: readonly string[];
  readonly ownLine: boolean;
}
type Map = Record<string, unknown>;

const name = fc.constantFrom('a', 'b', 'c', 'key', 'a b', '1', 'true', 'ä', 'x#y', 'p:q');
const text = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'two words',
    'a: b',
    '# no',
    ' lead',
    'end ',
    'http://h:1/p?q=1',
    "it's",
    '"',
    '\\',
    '${A:-b}',
    'null',
    '0',
    'é',
    '- x',
    '{',
    'line\nnext',
    'line\n',
  ),
  fc.string({ maxLength: 5, unit: 'grapheme' }),
);
const scalar = fc.oneof(
  text,
  fc.integer({ min: -9, max: 9999 }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(0.5, 1e21, -1e-7),
);
const { value, mapping } = fc.letrec<{ value: unknown; mapping: Map }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: scalar },
    tie('mapping'),
    fc.array(scalar, { maxLength: 3 }),
  ),
  mapping: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));
const settings = fc.record(
  {
    timeout: fc.integer({ min: 1, max: 99_999 }),
    defaultEnvironment: fc.constantFrom('dev', 'qa'),
    bail: fc.boolean(),
    headers: fc.dictionary(fc.constantFrom('A', 'B', 'X-C'), fc.constantFrom('1', 'two', 'a: b', ''), {
      noNullPrototype: true,
    }),
    environments: fc.dictionary(fc.constantFrom('dev', 'qa', 'prod'), mapping, { noNullPrototype: true }),
    'x-other': value,
  },
  { requiredKeys: [], noNullPrototype: true },
);

const written: fc.Arbitrary<Written> = fc
  .tuple(settings, fc.infiniteStream(fc.nat({ max: 99 })))
  .map(([data, dice]) => write(data, dice));

const edit: fc.Arbitrary<ConfigEdit> = fc.oneof(
  fc.record({
    path: fc.constant(['timeout']),
    value: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  }),
  fc.record({
    path: fc.constant(['defaultEnvironment']),
    value: fc.option(
      text.filter((one) => one !== ''),
      { nil: undefined },
    ),
  }),
  fc.record({
    path: fc.constant(['headers']),
    value: fc.option(
      fc.dictionary(fc.constantFrom('A', 'B', 'D'), fc.constantFrom('1', 'x'), { noNullPrototype: true }),
      { nil: undefined },
    ),
  }),
  fc.record({ path: fc.constant(['x-other']), value: fc.option(value, { nil: undefined }) }),
  fc.record({
    path: fc.tuple(fc.constant('environments'), fc.constantFrom('dev', 'qa', 'new')),
    value: fc.option(mapping, { nil: undefined }),
  }),
  fc.record({
    path: fc.tuple(fc.constant('environments'), fc.constantFrom('dev', 'qa', 'new'), name),
    value: fc.option(value, { nil: undefined }),
  }),
);

describe('editConfigText on random files', () => {
  it('has the wanted data, and keeps every comment that still has a place', () => {
    fc.assert(
      fc.property(written, fc.array(edit, { minLength: 1, maxLength: 4 }), (file, edits) => {
        expect(parse(file.text) ?? {}, file.text).toEqual(file.data);
        const after = editConfigText(file.text, edits);
        const wanted = expected(file.data, edits);
        expect(parse(after) ?? {}, `${file.text}\n=>\n${after}`).toEqual(wanted);
        for (const comment of file.comments) {
          if (survives(comment, file.data, edits)) expect(after).toContain(comment.text);
        }
        expect(after.includes('\r\n'), after).toBe(file.text.includes('\r\n'));
        expect(/(?<!\r)\n/.test(after) && after.includes('\r\n'), 'mixed line ends').toBe(false);
      }),
      { numRuns: caseCount(300, 8) },
    );
  });

  it('changes nothing when nothing is to change', () => {
    fc.assert(
      fc.property(written, (file) => {
        const edits = Object.entries(file.data).map(([key, item]) => ({ path: [key], value: item }));
        expect(editConfigText(file.text, edits)).toBe(file.text);
      }),
      { numRuns: caseCount(200, 10) },
    );
  });
});

function expected(data: Map, edits: readonly ConfigEdit[]): Map {
  const result = structuredClone(data);
  for (const one of edits) {
    let holder: Map = result;
    for (const part of one.path.slice(0, -1)) {
      if (one.value === undefined && !Object.hasOwn(holder, part)) holder = {};
      else holder = (holder[part] ??= {}) as Map;
    }
    const last = one.path.at(-1) ?? '';
    if (one.value === undefined) delete holder[last];
    else holder[last] = structuredClone(one.value);
  }
  return result;
}

/** All maps on the way are maps before and after, and the entry itself is there. */
function survives({ owner, ownLine }: Comment, data: Map, edits: readonly ConfigEdit[]): boolean {
  let before: unknown = data;
  let after: unknown = expected(data, edits);
  for (const part of owner) {
    if (!isPlainObject(before) || !isPlainObject(after) || !Object.hasOwn(after, part)) return false;
    before = before[part];
    after = after[part];
  }
  return !ownLine || (isPlainObject(before) && isPlainObject(after));
}

function write(data: Map, dice: Iterator<number>): Written {
  const roll = (): number => dice.next().value as number;
  const lineFeed = roll() < 30 ? '\r\n' : '\n';
  const comments: Comment[] = [];
  const comment = (owner: readonly string[], ownLine: boolean): string => {
    const made = { text: `# c${comments.length}, ${'x'.repeat(roll() % 3)}~`, owner, ownLine };
    comments.push(made);
    return made.text;
  };
  const trailing = (owner: readonly string[]): string =>
    roll() < 30 ? `${' '.repeat(1 + (roll() % 3))}${comment(owner, false)}` : '';
  const filler = (owner: readonly string[], indent: string): string[] => [
    ...(roll() < 15 ? [''] : []),
    ...(roll() < 25 ? [indent + comment(owner, true)] : []),
  ];

  const flow = (item: unknown, path: readonly string[], lines: boolean): string => {
    if (Array.isArray(item)) return `[${item.map((one) => flow(one, path, false)).join(', ')}]`;
    if (!isPlainObject(item)) return scalarIn(item, roll());
    const entries = Object.entries(item).map(
      ([key, one]) => `${keyIn(key, roll())}: ${flow(one, [...path, key], false)}`,
    );
    if (!lines || entries.length === 0)
      return `{${roll() < 50 ? ' ' : ''}${entries.join(', ')}${roll() < 20 && entries.length > 0 ? ',' : ''}${roll() < 50 ? ' ' : ''}}`;
    const last = entries.length - 1;
    const rows = entries.map((entry, index) => {
      const own = roll() < 30 ? ` ${comment(path, true)}` : '';
      return `${' '.repeat(30)}${entry}${index < last || roll() < 30 ? ',' : ''}${own}`;
    });
    return ['{', ...rows, `${' '.repeat(28)}}`].join(lineFeed);
  };

  const block = (map: Map, path: readonly string[], indent: string): string[] =>
    Object.entries(map).flatMap(([key, item]) => {
      const own = [...path, key];
      const lead = `${indent}${keyIn(key, roll())}:`;
      const before = filler(path, indent);
      if (isPlainObject(item) && Object.keys(item).length > 0 && roll() < 65) {
        return [...before, lead + trailing(own), ...block(item, own, indent + ' '.repeat(1 + (roll() % 3)))];
      }
      if (Array.isArray(item) && item.length > 0 && roll() < 50) {
        return [
          ...before,
          lead + trailing(own),
          ...item.map((one) => `${indent}  - ${scalarIn(one, roll())}`),
        ];
      }
      if (typeof item === 'string' && /^[a-z]+\n(?:[a-z]+)?$/.test(item) && roll() < 70) {
        const chomp = item.endsWith('\n') ? '' : '-';
        return [
          ...before,
          `${lead} |${chomp}${trailing(own)}`,
          ...item
            .trimEnd()
            .split('\n')
            .map((line) => `${indent}   ${line}`),
        ];
      }
      if (item === null && roll() < 50) return [...before, lead + trailing(own)];
      return [
        ...before,
        `${lead}${' '.repeat(1 + (roll() % 3))}${flow(item, own, roll() < 25)}${trailing(own)}`,
      ];
    });

  const lines = Object.keys(data).length === 0 ? filler([], '') : block(data, [], roll() < 10 ? '  ' : '');
  const all = [...lines, ...filler([], '')].join(lineFeed);
  return { text: all === '' || roll() < 20 ? all : all + lineFeed, data, comments };
}

function keyIn(key: string, roll: number): string {
  const plain = /^[a-zA-Z-]+$/.test(key) && !['true', 'null'].includes(key);
  if (plain && roll < 60) return key;
  return roll % 2 === 0 && !key.includes("'") ? `'${key}'` : JSON.stringify(key);
}

function scalarIn(item: unknown, roll: number): string {
  if (typeof item !== 'string') return JSON.stringify(item);
  const plain = /^[a-zA-Zé]+(?: [a-z]+)*$/.test(item) && item !== 'null' && item !== 'true';
  if (plain && roll < 60) return item;
  const single = roll % 2 === 0 && /^[\x20-\x7e]*$/.test(item);
  return single ? `'${item.replaceAll("'", "''")}'` : JSON.stringify(item);
}
