/** Texts for the parser's property tests: files of the corpus with pieces cut out, moved and mixed in. */
import fc from 'fast-check';
import { decodeText } from '../../src/request-file/decode-text.js';
import type { PathStep } from '../../src/request-file/expressions/parse-path.js';
import { corpusFiles } from '../language/corpus.js';

const TEXTS = [...corpusFiles('parse-ok'), ...corpusFiles('parse-errors')].map(
  ({ bytes }) => decodeText(bytes).text,
);
const LINES = [...new Set(TEXTS.flatMap((text) => text.split(/\r\n|\n|\r/)))];

/** What the grammar reacts to. */
const FRAGMENT = fc.constantFrom(
  ...[
    '###',
    '>>>',
    '<<<',
    '{{',
    '}}',
    '\\{{',
    '"',
    "'",
    '\\',
    '\\"',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '/',
    '//',
  ],
  ...[
    '#',
    '# @',
    '@',
    '=',
    '==',
    '!',
    'not ',
    ',',
    ';',
    '&',
    '? ',
    '??',
    '< ',
    '<@ ',
    '> ',
    '>>',
    '{%',
    '%}',
  ],
  ...[
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '\0',
    '\uFEFF',
    '\uD800',
    '\u2028',
    '\u00a0',
    '😀',
    'ä',
    ':',
    ' # ',
  ],
  ...[
    '\n### x\n',
    '\nGET http://x/\n',
    '\n>>>\n',
    '\n>>>capture\n',
    '\n>>>graphql\n',
    '\n>>>variables\n',
    '\n<<<\n',
  ],
  ...[
    '\n>>>mock\n',
    '\n>>>db\n',
    '\n>>>multipart\n',
    '\n>>>shell\n',
    '# @depends ',
    'expect ',
    'each ',
    ' from ',
  ],
);

type Edit = (text: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (text: string, ratio: number): number => Math.floor(ratio * text.length);

const cut = fc.tuple(place, fc.nat(30)).map(
  ([from, length]): Edit =>
    (text) =>
      text.slice(0, at(text, from)) + text.slice(at(text, from) + length),
);
const truncate = place.map(
  (end): Edit =>
    (text) =>
      text.slice(0, at(text, end)),
);
const repeat = fc.tuple(place, fc.nat(80)).map(
  ([from, length]): Edit =>
    (text) =>
      text.slice(0, at(text, from) + length) + text.slice(at(text, from)),
);
const insert = fc.tuple(place, FRAGMENT).map(
  ([where, fragment]): Edit =>
    (text) =>
      text.slice(0, at(text, where)) + fragment + text.slice(at(text, where)),
);
const splice = fc.tuple(place, fc.constantFrom(...TEXTS), place, fc.nat(200)).map(
  ([where, other, from, length]): Edit =>
    (text) =>
      text.slice(0, at(text, where)) +
      other.slice(at(other, from), at(other, from) + length) +
      text.slice(at(text, where)),
);

/** A file of the corpus after some edits. */
export const brokenText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.array(fc.oneof(cut, truncate, repeat, insert, insert, splice), { maxLength: 8 }),
  )
  .map(([text, edits]) => edits.reduce((before, edit) => edit(before), text));

/** Lines of all files in any order, some with a fragment in them. */
export const lineSoup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...LINES) },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom(...LINES), insert).map(([line, edit]) => edit(line)),
      },
    ),
    { maxLength: 30 },
  )
  .map((lines) => lines.join('\n'));

const SCRIPT_PIECES = [
  ...['client.test("a", () => {', 'client.assert(response.status === 200, "b");', '});', 'other();'],
  ...[
    'client.global.set("a", response.body.b);',
    'test("c", () => {',
    'if (a) {',
    'for (;;) {',
    '}',
    '(',
    '`',
  ],
  ...[
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\u2028',
    '\u2029',
    ' ',
    '// c',
    '/* d',
    '*/',
    '/e',
    '"f',
    '😀',
    '%}',
    '}}',
  ],
];
const script = fc.array(fc.constantFrom(...SCRIPT_PIECES), { maxLength: 12 }).map((parts) => parts.join(''));

/** Requests among scripts of other clients, closed or not. */
export const scriptedText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      script.map((text) => `> {% ${text} %}`),
      script.map((text) => `> {%\n${text}`),
      script.map((text) => `< {%${text}\n%}`),
      script.map((text) => `{{\n${text}\n}}`),
      fc.constantFrom(
        '> ./a.js',
        '< ./a.js',
        '> {%lua\nx\n%}',
        '{{',
        '{{@a\nx',
        'GET http://x/',
        '### x',
        '',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('\n'));

/** JSON on one line. */
export const jsonText: fc.Arbitrary<string> = fc
  .jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  .map((value) => JSON.stringify(value));

interface WrittenPath {
  readonly text: string;
  readonly steps: readonly PathStep[];
}

interface WrittenStep {
  readonly dotted: boolean;
  readonly text: string;
  readonly step: PathStep;
}

const plainKey = fc
  .string({ unit: fc.constantFrom(...Array.from('abc_-$*:;/\\{}é日')), minLength: 1, maxLength: 5 })
  .filter((key) => key !== '$');
const quotedKey = fc.string({ unit: fc.constantFrom(...Array.from('ab.[]()"\\= #é😀')), maxLength: 6 });

const pathStep: fc.Arbitrary<WrittenStep> = fc.oneof(
  plainKey.map((key): WrittenStep => ({ dotted: true, text: key, step: { kind: 'key', key } })),
  fc.nat(9999).map((index): WrittenStep => ({
    dotted: true,
    text: `${index}`,
    step: { kind: 'index', index, bracket: false },
  })),
  fc
    .constantFrom('00', '007', '01')
    .map((key): WrittenStep => ({ dotted: true, text: key, step: { kind: 'key', key } })),
  fc.integer({ min: -999, max: 9999 }).map((index): WrittenStep => ({
    dotted: false,
    text: `[${index}]`,
    step: { kind: 'index', index, bracket: true },
  })),
  quotedKey.map((key): WrittenStep => ({
    dotted: false,
    text: `["${key.replaceAll(/["\\]/g, '\\$&')}"]`,
    step: { kind: 'key', key },
  })),
  quotedKey.map((key): WrittenStep => ({
    dotted: false,
    text: `['${key.replaceAll(/\\/g, '\\\\')}']`,
    step: { kind: 'key', key },
  })),
  fc.constant<WrittenStep>({ dotted: false, text: '[*]', step: { kind: 'all' } }),
);

/** A path in any of its written forms, with the steps it means. */
export const writtenPath: fc.Arbitrary<WrittenPath> = fc
  .tuple(fc.constantFrom('', '$'), fc.array(pathStep, { maxLength: 6 }))
  .map(([root, steps]) => ({
    text:
      root +
      steps.map(({ dotted, text }, i) => (dotted && (i > 0 || root !== '') ? `.${text}` : text)).join(''),
    steps: steps.map(({ step }) => step),
  }));
