/** Completions from the tables of the language, the file and the environment. */
import { SUBJECT_WORDS } from '../../request-file/expressions/parse-subject.js';
import { AUTH_METHODS } from '../../request-file/parse/parse-auth.js';
import { BLOCK_KINDS } from '../../request-file/text/blocks.js';
import type { LineRegion } from '../../request-file/text/line-region.js';
import { METHODS } from '../../request-file/text/methods.js';
import { TYPE_NAMES } from '../../request-file/text/operators.js';
import type { CompletionItem, CompletionNames, Completions, PathQuery } from './completion-item.js';
import {
  directives,
  functions,
  headers,
  operators,
  requestNames,
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
}

type Where = 'block' | 'capture' | 'request' | 'body' | 'multipart';

interface CompletionRule {
  /** Matched against the line up to the cursor; its last group is the word to complete. */
  readonly pattern: RegExp;
  readonly where?: readonly Where[];
  readonly items?: (names: CompletionNames, found: readonly string[]) => readonly CompletionItem[];
  readonly paths?: PathQuery['purpose'];
}

/** Subjects that a name or an expression follows. */
const LONG_SUBJECTS = SUBJECT_WORDS.filter((word) =>
  /^(?:header|cookie|variable|jsonpath|xpath|regex)$/.test(word),
).join('|');
const BLOCKS = BLOCK_KINDS.filter((kind) => kind !== 'assertions');
const DIRECTIVE = '^\\s*(?:#|//)\\s*@';

/** The first rule that matches is used. */
const RULES: readonly CompletionRule[] = [
  { pattern: /\{\{\s*(\$[\w.]*)$/, items: functions },
  { pattern: /\{\{\s*([\w.-]*)$/, items: (names) => [...variables(names), ...functions()] },
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
  { pattern: new RegExp(`${DIRECTIVE}([\\w.-]*)$`), items: directives },
  { pattern: /^>>>(\w*)$/, items: () => words('block', BLOCKS, 'block') },
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

export function completionsAt(
  { before, region, isExplicit }: CompletionPlace,
  names: CompletionNames,
): Completions | undefined {
  const place = placeOf(region);
  for (const { pattern, where, items, paths } of RULES) {
    if (where !== undefined && (place === undefined || !where.includes(place))) continue;
    const found = pattern.exec(before);
    if (found === null) continue;
    const word = found.at(-1) ?? '';
    const column = before.length - word.length + 1;
    if (paths !== undefined) return { column, items: [], paths: { written: word, purpose: paths } };
    const offered = items?.(names, found.slice(1)) ?? [];
    // Enter accepts a completion, so nothing is offered where a line may end.
    const mayEnd =
      (word === '' && /^(?:>>>|\s*)$/.test(before)) || offered.some(({ label }) => label === word);
    return mayEnd && !isExplicit ? undefined : { column, items: offered };
  }
  return undefined;
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
