import type { SourceWords } from './source-words.js';

/** Words that must not be part of an identifier or a file name, each with the word to use instead. */
const FORBIDDEN_PARTS: ReadonlyMap<string, string> = new Map([
  ['answer', 'response'],
  ['answered', 'response'],
  ['answers', 'response'],
  ['begun', 'started'],
  ['captor', 'capturingRequest'],
  ['carrier', 'connection'],
  ['desk', 'service'],
  ['door', 'fileAccess'],
  ['doors', 'fileAccess'],
  ['farewell', 'closeTimeout'],
  ['fittest', 'bestMatch'],
  ['forsake', 'abort'],
  ['fulfil', 'satisfies'],
  ['fulfils', 'satisfies'],
  ['gravest', 'worst'],
  ['guest', 'external'],
  ['hear', 'onData, onEvent'],
  ['heard', 'received'],
  ['hears', 'onData, onEvent'],
  ['heed', 'apply'],
  ['heeds', 'apply'],
  ['house', 'layout'],
  ['judge', 'validate, resolve or check'],
  ['judged', 'validated, resolved or checked'],
  ['judges', 'validate, resolve or check'],
  ['keeper', 'service, store'],
  ['leftover', 'setupState'],
  ['leftovers', 'setupState'],
  ['lent', 'shared'],
  ['pleases', 'satisfies'],
  ['reception', 'ResponseCollector'],
  ['replies', 'responses'],
  ['reply', 'response'],
  ['room', 'module'],
  ['rooms', 'modules'],
  ['said', 'emitted'],
  ['say', 'emit'],
  ['says', 'emits'],
  ['suits', 'satisfies'],
  ['surroundings', 'context'],
  ['tell', 'emit'],
  ['tells', 'emits'],
  ['told', 'received'],
  ['wish', 'options, constraint'],
  ['wishes', 'options, constraint'],
]);

/** Names that consist of several words. */
const FORBIDDEN_NAMES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(?:MOST|LONGEST|LARGEST|DEEPEST)(?:_|$)|^(?:most|longest|largest|deepest)[A-Z]/, 'MAX_…, max…'],
  [/^known$/, 'parsed file, or what is known'],
  [/^met$/, 'received'],
  [/letGo|letsGo/i, 'release'],
  [/give(?:n|s)?Back/i, 'return'],
  [/put(?:s)?Back/i, 'replay'],
  [/http1line/i, 'Http1Connection'],
];

/** In comments, what a server sends is a response. */
const FORBIDDEN_IN_COMMENTS = /\b(?:answer(?:s|ed|ing)?|repl(?:y|ies|ied|ying))\b/gi;

/** Names that the API of the search provider fixes, by the files that use it. */
const ALLOWED: ReadonlySet<string> = new Set([
  'src/mcp/search/tavily.ts include_answer',
  'src/mcp/tools/search-web.test.ts include_answer',
  'src/mcp/tools/search-web.test.ts answer',
]);

/** What is wrong with the words of one file; nothing if it uses the right ones. */
export function vocabularyViolations({ path, identifiers, comments }: SourceWords): string[] {
  const inPath = pathWords(path).flatMap((word) => problemsOf(word).map((problem) => `${path}: ${problem}`));
  const inCode = identifiers.flatMap(({ text, line }) =>
    ALLOWED.has(`${path} ${text}`) ? [] : problemsOf(text).map((problem) => `${path}:${line}: ${problem}`),
  );
  const inComments = comments.flatMap(({ text, line }) =>
    [...text.matchAll(FORBIDDEN_IN_COMMENTS)].map(
      ([word]) => `${path}:${line}: "${word}" in a comment; use response`,
    ),
  );
  return [...new Set([...inPath, ...inCode, ...inComments])];
}

/** Folders and the file, without its ending. */
function pathWords(path: string): string[] {
  return path.replace(/(?:\.test)?\.\w+$/, '').split('/');
}

function problemsOf(name: string): string[] {
  const found = partsOf(name).flatMap((part) => {
    const instead = FORBIDDEN_PARTS.get(part);
    return instead === undefined ? [] : [`${name}: use ${instead}`];
  });
  const whole = FORBIDDEN_NAMES.filter(([pattern]) => pattern.test(name)).map(
    ([, instead]) => `${name}: use ${instead}`,
  );
  return [...found, ...whole];
}

/** Splits names such as `MOST_bytes`, `isHTTPDoor` and `block-desk` into lower-case words. */
function partsOf(name: string): string[] {
  return name
    .split(/[_$#.-]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((part) => part.toLowerCase())
    .filter((part) => part !== '');
}
