/** Random request files: trees as importers build them, and texts as people write them. */
import fc from 'fast-check';
import type {
  Assertion,
  Auth,
  Body,
  Capture,
  DatabaseQuery,
  FileVariable,
  Foreign,
  Json,
  KeyValue,
  Metadata,
  MockResponse,
  MultipartField,
  Request,
  RequestFile,
  ShellCommand,
} from '../../src/request-file/model.js';

/** Pieces that mean something somewhere in the language, and characters that only look blank. */
const PIECES = [
  'a', 'B', '7', 'word', ' ', '\t', '  ', '=', '==', '#', ' # ', '###', '//', '@', '@name x', ',', ', ', ';', ':', '.',
  '"', "'", '\\', '\\"', '/', '?', '&', '<', '>', '>>>', '<<<', '!', '$', '-', '+-', '±', '[', ']', '(', ')', '{', '}',
  '{{x}}', '{{ a.b }}', '{{$base64({{u}}:x, y)}}', '\\{{', '%}', 'HTTP/1.1', 'http://127.0.0.1/', 'GET ', 'expect ',
  'from', 'query ', 'not ', 'type', 'null', 'and', '; type=', '\u00a0', '\u2028', '\ufeff', 'é', '😀', '\u0001',
]; // prettier-ignore

const trim = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 });

/** Any text of one line that a value may hold. */
export const lineText = fc
  .oneof({ weight: 2, arbitrary: fc.constantFrom('x', 'two words', 'a-b_c', '') }, { weight: 3, arbitrary: pieces.map((p) => p.join('')) })
  .map(trim);
const someText = lineText.filter((text) => text !== '');
/** Placeholders in it are whole, so that joining two texts makes no new one. */
const wholeText = fc
  .array(fc.constantFrom(...PIECES.filter((piece) => !/^[{}]$|^\\\{\{$/.test(piece))), { minLength: 1, maxLength: 4 })
  .map((p) => trim(p.join('')))
  .filter((text) => text !== '');
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,5}$/);
const token = fc.stringMatching(/^[A-Za-z!$%&'*+.^_`|~0-9-][A-Za-z0-9#!$%&'*+.^_`|~-]{0,6}$/);

const comment = fc.oneof(
  lineText.map((text) => trim(`# ${text.replace(/^[\s@]+/, '')}`)),
  lineText.map((text) => trim(`//${text.replace(/^[\s@]+/, '')}`)),
  fc.constantFrom('#', '//', '# @no directive: a colon ends the name', '# @x==y', '  ### indented', '#!/bin/sh'),
).filter((text) => !/^(?:#|\/\/)[ \t]*@[\p{L}][\p{L}\p{N}\p{M}_.-]*(?:$|[ \t]|=(?!=))/u.test(text) && !text.startsWith('###'));
export const comments = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(comment, { maxLength: 3 }) });

const line = 0;
const withComments = <Item extends object>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item & { comments?: readonly string[] }> =>
  fc.tuple(item, comments).map(([value, above]) => (above.length === 0 ? value : { ...value, comments: above }));

const variable: fc.Arbitrary<FileVariable> = withComments(
  fc
    .record({ name: fc.oneof(fc.constant('secret'), fc.stringMatching(/^[A-Za-z_][\w.-]{0,6}$/)), value: lineText, secret: fc.boolean() })
    .map(({ name, value, secret }) => ({ name, value, line, ...(secret ? { secret } : {}) })),
);
