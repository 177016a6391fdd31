/** Completions from the tables of the language, the file and the environment. */
import { SUBJECT_WORDS } from '../../request-file/expressions/parse-subject.js';
import { AUTH_METHODS } from '../../request-file/parse/parse-auth.js';
import type { LineRegion } from '../../request-file/text/line-region.js';
import { METHODS } from '../../request-file/text/methods.js';
import { TYPE_NAMES } from '../../request-file/text/operators.js';
import type { CompletionItem, CompletionNames, Completions, PathQuery } from './completion-item.js';
import {
  blocks,
  directives,
  functions,
  headers,
  operators,
  requestNames,
  requestSubjects,
  subjects,
  variables,
  words,
} from './completion-words.js';
import { HEADERS, MEDIA_TYPES } from './http-words.js';

/** The place to complete at. */
export interface CompletionPlace {
  /** The text of the line up to the cursor. */
  readonly before: string;
  readonly region: LineRegion;
  /** Whether the user asked for completions, instead of just typing. */
  readonly isExplicit: boolean;
  /** Whether the editor can fill in snippets. */
  readonly hasSnippets?: boolean;
}

type Where = 'block' | 'capture' | 'request' | 'body' | 'multipart';

interface CompletionRule {
  /** Matched against the line up to the cursor; its last group is the word to complete. */
  readonly pattern: RegExp;
  readonly where?: readonly Where[];
  /** Whether the end of the line decides. */
  readonly anywhere?: true;
  readonly items?: (
    names: CompletionNames,
    found: readonly string[],
    place: CompletionPlace,
  ) => readonly CompletionItem[];
  readonly paths?: PathQuery['purpose'];
}

/** Subjects that a name or an expression follows. */
const LONG_SUBJECTS = SUBJECT_WORDS.filter((word) =>
  /^(?:header|cookie|variable|jsonpath|xpath|regex)$/.test(word),
).join('|');
const BLOCK_OPENER = /^>>>(\w*)$/;
const DIRECTIVE = '^\\s*(?:#|//)\\s*@';
/** At the subject of a comparison. */
const MOCK_WHEN = `${DIRECTIVE}mock\\.when\\s+(?:.*\\s(?:and|unless)\\s+)?`;
const FAULTS = ['reset', 'timeout', 'malformed', 'status 503', 'slow-body 1KB/s'];

/** The first rule that matches is used. */
const RULES: readonly CompletionRule[] = [
  { pattern: /(?<!\\)\{\{[ \t]*(\$[\w.]*)$/, anywhere: true, items: functions },
  {
    pattern: /(?<!\\)\{\{[ \t]*([\w.-]*)$/,
    anywhere: true,
    items: (names) => [...variables(names), ...functions()],
  },
  {
    pattern: new RegExp(`${DIRECTIVE}auth\\s+(\\w*)$`),
    items: () => words('value', Object.values(AUTH_METHODS)),
  },
  {
    pattern: new RegExp(
      `${DIRECTIVE}depends\\s+(?:.*,\\s*)?([^\\s,]+\\.(?:http|rest|spec))#([\\w.-]*)$`,
      'i',
    ),
    items: ({ requestsOf }, [path = '']) => words('request', requestsOf?.(path) ?? [], path, 0),
  },
  { pattern: new RegExp(`${DIRECTIVE}depends\\s+(?:.*,\\s*)?(\\.{1,2}/[^\\s,#]*)$`), paths: 'request' },
  { pattern: new RegExp(`${DIRECTIVE}depends\\s+(?:.*,\\s*)?([\\w.-]*)$`), items: requestNames },
  { pattern: new RegExp(`${DIRECTIVE}data\\s+([^\\s{]*)$`), paths: 'data' },
  {
    pattern: new RegExp(`${DIRECTIVE}mock\\.sequence\\s+(\\w*)$`),
    items: () => words('value', ['cycle', 'last']),
  },
  { pattern: new RegExp(`${DIRECTIVE}mock\\.fault\\s+([\\w-]*)$`), items: () => words('value', FAULTS) },
  { pattern: new RegExp(`${MOCK_WHEN}(\\w*)$`), items: requestSubjects },
  { pattern: new RegExp(`${MOCK_WHEN}header\\s+([\\w-]*)$`), items: () => words('header', HEADERS) },
  { pattern: new RegExp(`${MOCK_WHEN}(?:(?:header|cookie)\\s+)?\\S+\\s+([!\\w=<>]*)$`), items: operators },
  { pattern: new RegExp(`${DIRECTIVE}([\\w.-]*)$`), items: directives },
  { pattern: BLOCK_OPENER, items: (_names, _found, { hasSnippets = false }) => blocks(hasSnippets) },
  { pattern: /^<@?\s+([^{]*)$/, where: ['body'], paths: 'any' },
  { pattern: /^\s*file\s+(?:\S+\s+)?@\s*([^{;]*)$/, where: ['multipart'], paths: 'any' },
  { pattern: /^\s*expect\s+(\w*)$/, where: ['block'], items: subjects },
  { pattern: /\s(?:when|unless|and)\s+(\w*)$/, where: ['block'], items: subjects },
  { pattern: /\s(?:when|unless)\s+(\w*)$/, where: ['capture'], items: subjects },
  { pattern: /^\s*expect\s+.*\s!?schema\s+"?([^\s"{]*)$/, where: ['block'], paths: 'any' },
  {
    pattern: new RegExp(`\\s(?:when|unless|and)\\s+(?:(?:${LONG_SUBJECTS})\\s+)?\\S+\\s+([!\\w=<>]*)$`),
    where: ['block'],
    items: operators,
  },
  { pattern: /^\s*expect\s+.*\stype\s+(\w*)$/, where: ['block'], items: () => words('type', TYPE_NAMES) },
  { pattern: /^\s*expect\s+header\s+([\w-]*)$/, where: ['block'], items: () => words('header', HEADERS) },
  {
    pattern: new RegExp(`^\\s*expect\\s+(?:(?:${LONG_SUBJECTS})\\s+)?\\S+\\s+([!\\w=<>]*)$`),
    where: ['block'],
    items: operators,
  },
  {
    pattern: /^\s*(?:global\s+)?[\w.-]+\s+from\s+(\w*)$/,
    where: ['capture'],
    items: () => [...subjects(), ...words('subject', ['text'], '', 1999)],
  },
  {
    pattern: /^\s*(?:global\s+)?[\w.-]+\s+(\w*)$/,
    where: ['capture'],
    items: () => words('keyword', ['from']),
  },
  { pattern: /^\s*(\w*)$/, where: ['block'], items: () => words('keyword', ['expect']) },
  { pattern: /^\s*(\w*)$/, where: ['multipart'], items: () => words('keyword', ['field', 'file']) },
  {
    pattern: /^(?:Content-Type|Accept):\s*([\w/+.-]*)$/i,
    where: ['request'],
    items: () => words('value', MEDIA_TYPES),
  },
  {
    pattern: /^([A-Za-z][\w-]*)$/,
    where: ['request'],
    items: () => [...words('method', METHODS), ...headers()],
  },
];

/** In longer lines, such as bodies without line ends, only placeholders are completed. */
const MAX_CHARACTERS = 1000;

export function completionsAt(place: CompletionPlace, names: CompletionNames): Completions | undefined {
  const { before, region } = place;
  const isLong = before.length > MAX_CHARACTERS;
  const end = before.slice(-MAX_CHARACTERS);
  const inRegion = placeOf(region);
  for (const { pattern, where, anywhere, items, paths } of RULES) {
    if (isLong && anywhere === undefined) continue;
    if (where !== undefined && (inRegion === undefined || !where.includes(inRegion))) continue;
    const found = pattern.exec(end);
    if (found === null) continue;
    const word = found.at(-1) ?? '';
    const column = before.length - word.length + 1;
    if (paths !== undefined) return { column, items: [], paths: { written: word, purpose: paths } };
    const offered = items?.(names, found.slice(1), place) ?? [];
    return mayEndWith(word, offered, place) ? undefined : { column, items: offered };
  }
  return undefined;
}

/** Enter accepts a completion, so nothing is offered where a line may end, unless it is asked for. */
function mayEndWith(
  word: string,
  offered: readonly CompletionItem[],
  { before, isExplicit, hasSnippets = false }: CompletionPlace,
): boolean {
  if (isExplicit) return false;
  // A whole block is no worse than its first line.
  if (hasSnippets && BLOCK_OPENER.test(before)) return false;
  return (word === '' && /^(?:>>>|\s*)$/.test(before)) || offered.some(({ label }) => label === word);
}

function placeOf(region: LineRegion): Where | undefined {
  switch (region) {
    case 'assertions':
    case 'db':
      return 'block';
    case 'capture':
    case 'multipart':
    case 'body':
      return region;
    case 'head':
    case 'headers':
    case 'tail':
      return 'request';
    default:
      return undefined;
  }
}
