import { parseSync } from 'rolldown/utils';
import { HEADERS, MEDIA_TYPES } from '../../../src/authoring/complete/http-words.js';
import { CONDITION_WORDS } from '../../../src/request-file/expressions/parse-conditions.js';
import { SUBJECT_WORDS } from '../../../src/request-file/expressions/parse-subject.js';
import { AUTH_METHODS } from '../../../src/request-file/parse/parse-auth.js';
import { BLOCK_KINDS } from '../../../src/request-file/text/blocks.js';
import { DIRECTIVES } from '../../../src/request-file/text/directives.js';
import { functionNames } from '../../../src/request-file/text/function-names.js';
import { COMPUTED_HEADERS } from '../../../src/request-file/text/header-name.js';
import { METHODS } from '../../../src/request-file/text/methods.js';
import { OPERATORS, TYPE_NAMES } from '../../../src/request-file/text/operators.js';
import type { SourceFile } from './source-rules.js';

/** Every word that a table of the language has, in lower case. */
const LANGUAGE_WORDS: ReadonlySet<string> = new Set(
  [
    ...METHODS,
    ...BLOCK_KINDS,
    ...SUBJECT_WORDS,
    ...CONDITION_WORDS,
    ...TYPE_NAMES,
    ...functionNames(),
    ...HEADERS,
    ...MEDIA_TYPES,
    ...COMPUTED_HEADERS,
    ...Object.values(AUTH_METHODS),
    ...[...DIRECTIVES.values()].map(({ name }) => name),
    ...[...OPERATORS.values()].flatMap(({ name, written }) => [name, written]),
  ].map((word) => word.toLowerCase()),
);

/** No table of words is made of these alone, which code needs for something else. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set([
  // Types of JavaScript, values of style sheets and icons of CodeMirror.
  ...['string', 'number', 'object', 'boolean', 'null', 'none', 'type', 'url', 'name'],
  // Parts of a request and kinds of names, by which code decides what to do.
  ...['head', 'header', 'body', 'capture', 'db', 'variable', 'variables'],
]);

/** Words of the language that stand in a source file, which would have to learn new ones, as sentences. */
export function wordTableViolations({ path, text }: SourceFile): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found = wordsIn(program).filter((word) => LANGUAGE_WORDS.has(word) && !OTHER_MEANINGS.has(word));
  return [...new Set(found)].map((word) => `${path}: "${word}" is a word of a table; read it from there`);
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Texts as a whole, keys of objects, and what stands between the marks of patterns, in lower case. */
function wordsIn(program: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    // The paths of imports, and types, which are gone at run time.
    if (/^(?:Import|Export(?:All|Named))Declaration$/.test(node.type) && node['source'] !== null) return;
    if (/^TS(?!As|Satisfies|NonNull)/.test(node.type)) return;
    found.push(...ownWords(node));
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found.map((word) => word.toLowerCase());
}

function ownWords(node: Node): readonly string[] {
  if (node.type === 'Literal') {
    const { regex, value } = node as Node & { readonly regex?: { readonly pattern: string } };
    if (regex) return patternWords(regex.pattern);
    return typeof value === 'string' ? [value] : [];
  }
  if (node.type === 'TemplateElement') {
    const { cooked = '' } = node['value'] as { readonly cooked?: string };
    // Others are sentences.
    return cooked.includes('|') ? patternWords(cooked) : [];
  }
  if (node.type === 'Property' && node['method'] !== true && isObjectKey(node)) {
    const { name } = node['key'] as { readonly name?: unknown };
    return typeof name === 'string' ? [name] : [];
  }
  return [];
}

/** `{ a }` and `{ a: b }` of a pattern that takes a value apart have no value of their own. */
function isObjectKey({ computed, shorthand, value }: Node): boolean {
  const { type } = value as Node;
  return computed !== true && shorthand !== true && (type === 'Literal' || type === 'ArrayExpression');
}

/** Without classes such as `\\w`. */
function patternWords(pattern: string): readonly string[] {
  return pattern.replaceAll(/\\[A-Za-z]/g, ' ').match(/[A-Za-z][\w-]*/g) ?? [];
}
