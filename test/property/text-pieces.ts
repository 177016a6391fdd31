/** Random lines made of pieces that mean something somewhere in the language. */
import fc from 'fast-check';

const PIECES = [
  ...[
    'a',
    'B',
    '7',
    'word',
    ' ',
    '\t',
    '  ',
    '=',
    '==',
    '#',
    ' # ',
    '###',
    '//',
    '@',
    '@name x',
    ',',
    ', ',
    ';',
    ':',
    '.',
  ],
  ...[
    '"',
    "'",
    '\\',
    '\\"',
    '/',
    '?',
    '&',
    '<',
    '>',
    '>>>',
    '<<<',
    '!',
    '$',
    '-',
    '+-',
    '±',
    '[',
    ']',
    '(',
    ')',
  ],
  ...[
    '{',
    '}',
    '{{x}}',
    '{{ a.b }}',
    '{{$base64({{u}}:x, y)}}',
    '\\{{',
    '%}',
    'HTTP/1.1',
    'http://127.0.0.1/',
  ],
  ...['GET ', 'expect ', 'from', 'query ', 'not ', 'type', 'null', 'and', '; type=', '"q, r"'],
  // Characters that only look blank, or end a line elsewhere.
  ...['\u00a0', '\u2028', '\u0085', '\ufeff', '\v', 'é', '😀', '\u0001'],
];

export const trim = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');

/** Any text that the value of one line may be. */
export const lineText = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom('x', 'two words', 'a-b_c', '') },
    {
      weight: 3,
      arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((parts) => parts.join('')),
    },
  )
  .map(trim);

export const someText = lineText.filter((text) => text !== '');

/** All placeholders in it are whole, so that joining two texts makes no new one. */
export const wholeText = fc
  .array(fc.constantFrom(...PIECES.filter((piece) => !/^[{}]$|^\\/.test(piece))), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => trim(parts.join('')))
  .filter((text) => text !== '');

export const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,5}$/);
export const token = fc.stringMatching(/^[A-Za-z!$%&'*+.^_`|~0-9-][A-Za-z0-9#!$%&'*+.^_`|~-]{0,6}$/);

const DIRECTIVE = /^(?:#|\/\/)[ \t]*@\p{L}[\p{L}\p{N}\p{M}_.-]*(?:$|[ \t]|=(?!=))/u;

const comment = fc
  .oneof(
    lineText.map((text) => trim(`# ${text}`)),
    lineText.map((text) => trim(`//${text}`)),
    fc.constantFrom('#', '//', '# @no: directive', '# @x==y', '  ### indented', '#!/bin/sh'),
  )
  .filter((text) => !DIRECTIVE.test(text) && !text.startsWith('###'));

/** Mostly none. */
export const comments: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(comment, { minLength: 1, maxLength: 3 }) },
);
