/** Completions from the tables of the language, the file and the environment. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import {
  describeDirective,
  describeFunction,
  describeOperator,
  describeSubject,
} from '../../../src/request-file/describe-word.js';
import { BLOCK_KINDS } from '../../../src/request-file/text/blocks.js';
import { DIRECTIVES } from '../../../src/request-file/text/directives.js';
import { functionNames } from '../../../src/request-file/text/function-names.js';
import { METHODS } from '../../../src/request-file/text/methods.js';
import { operatorsByUse, TYPE_NAMES } from '../../../src/request-file/text/operators.js';
import { AUTH_METHODS } from '../../../src/request-file/parse/parse-auth.js';
import { SUBJECT_WORDS } from '../../../src/request-file/expressions/parse-subject.js';
import type { Outline } from '../language/messages.js';
import { regionOf } from './region.js';

export interface CompletionNames {
  readonly outline: () => Outline;
  /** The names of the active environment. */
  readonly variables: () => readonly string[];
}

const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Cookie',
  'ETag',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Location',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'User-Agent',
  'X-Api-Key',
  'X-Request-Id',
];
const MEDIA_TYPES = [
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'application/graphql-response+json',
  'application/problem+json',
];
const BLOCKS = BLOCK_KINDS.filter((kind) => kind !== 'assertions');

interface CompletionRule {
  /** Matched against the line up to the cursor; its last group is the word to complete. */
  readonly pattern: RegExp;
  readonly where?: 'block' | 'capture' | 'request';
  readonly options: (names: CompletionNames) => readonly Completion[];
}

const words = (type: string, list: Iterable<string>, detail = ''): Completion[] =>
  [...list].map((label) => ({ label, type, ...(detail !== '' && { detail }) }));

/** The first rule that matches is used. */
const RULES: readonly CompletionRule[] = [
  { pattern: /\{\{\s*(\$[\w.]*)$/, options: () => functions() },
  { pattern: /\{\{\s*([\w.-]*)$/, options: (names) => [...variables(names), ...functions()] },
  { pattern: /^\s*(?:#|\/\/)\s*@auth\s+(\w*)$/, options: () => words('enum', Object.values(AUTH_METHODS)) },
  { pattern: /^\s*(?:#|\/\/)\s*@depends\s+(?:.*,\s*)?([\w.-]*)$/, options: requestNames },
  { pattern: /^\s*(?:#|\/\/)\s*@([\w.-]*)$/, options: () => directives() },
  { pattern: /^>>>(\w*)$/, options: () => words('keyword', BLOCKS, 'block') },
  { pattern: /^\s*expect\s+(\w*)$/, where: 'block', options: () => subjects() },
  { pattern: /\s(?:when|unless|and)\s+(\w*)$/, where: 'block', options: () => subjects() },
  { pattern: /\s(?:when|unless)\s+(\w*)$/, where: 'capture', options: () => subjects() },
  {
    pattern:
      /\s(?:when|unless|and)\s+(?:(?:header|cookie|variable|jsonpath|xpath|regex)\s+)?\S+\s+([!\w=<>]*)$/,
    where: 'block',
    options: () => operators(),
  },
  { pattern: /^\s*expect\s+.*\stype\s+(\w*)$/, where: 'block', options: () => words('type', TYPE_NAMES) },
  { pattern: /^\s*expect\s+header\s+([\w-]*)$/, where: 'block', options: () => words('property', HEADERS) },
  {
    pattern: /^\s*expect\s+(?:(?:header|cookie|variable|jsonpath|xpath|regex)\s+)?\S+\s+([!\w=<>]*)$/,
    where: 'block',
    options: () => operators(),
  },
  {
    pattern: /^\s*(?:global\s+)?[\w.-]+\s+from\s+(\w*)$/,
    where: 'capture',
    options: () => [...subjects(), ...words('property', ['text'])],
  },
  {
    pattern: /^\s*(?:global\s+)?[\w.-]+\s+(\w*)$/,
    where: 'capture',
    options: () => words('keyword', ['from']),
  },
  { pattern: /^\s*(\w*)$/, where: 'block', options: () => words('keyword', ['expect']) },
  {
    pattern: /^(?:Content-Type|Accept):\s*([\w/+.-]*)$/i,
    where: 'request',
    options: () => words('enum', MEDIA_TYPES),
  },
  {
    pattern: /^([A-Za-z][\w-]*)$/,
    where: 'request',
    options: () => [...words('method', METHODS), ...headers()],
  },
];

export function completeWith(
  names: CompletionNames,
): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = context.state.sliceDoc(line.from, context.pos);
    const place = placeOf(context);
    for (const { pattern, where, options } of RULES) {
      if (where !== undefined && where !== place) continue;
      const found = pattern.exec(before);
      if (found === null) continue;
      const word = found.at(-1) ?? '';
      const completions = [...options(names)];
      // Enter accepts a completion, so nothing is offered where a line may end.
      const mayEnd =
        (word === '' && /^(?:>>>|\s*)$/.test(before)) || completions.some(({ label }) => label === word);
      if (mayEnd && !context.explicit) return null;
      return { from: context.pos - word.length, options: completions };
    }
    return null;
  };
}

type Place = 'block' | 'capture' | 'request' | 'text';

function placeOf({ state, pos }: CompletionContext): Place {
  const region = regionOf(state, state.doc.lineAt(pos).number);
  switch (region) {
    case 'assertions':
    case 'db':
      return 'block';
    case 'capture':
      return 'capture';
    case 'head':
    case 'headers':
    case 'tail':
      return 'request';
    default:
      return 'text';
  }
}

/** In the order given; the list is sorted by name otherwise. */
function inOrder(options: readonly Completion[], first = 99): Completion[] {
  return options.map((option, index) => ({ ...option, boost: Math.max(-99, first - index) }));
}

function variables({ outline, variables: ofEnvironment }: CompletionNames): Completion[] {
  const { variables: ofFile, requests } = outline();
  return inOrder([
    ...words(
      'variable',
      ofFile.map(({ name }) => name),
      'file',
    ),
    ...words('variable', ofEnvironment(), 'environment'),
    ...requests.flatMap(({ name, captures }) =>
      words(
        'property',
        captures.map((capture) => `${name}.${capture}`),
        'capture',
      ),
    ),
  ]);
}

function requestNames({ outline }: CompletionNames): Completion[] {
  return words(
    'function',
    outline().requests.map(({ name }) => name),
    'request',
  );
}

/** After the user's own names. */
function functions(): Completion[] {
  return functionNames().map((name) => ({
    label: `$${name}`,
    type: 'function',
    boost: -50,
    info: describeFunction(name)?.meaning ?? '',
  }));
}

function directives(): Completion[] {
  return [...DIRECTIVES.values()].map(({ name, grammar }) => ({
    label: name,
    type: 'keyword',
    info: describeDirective(name)?.meaning ?? '',
    ...(grammar !== '' && { detail: grammar.replaceAll('`', '') }),
  }));
}

function subjects(): Completion[] {
  return inOrder(
    SUBJECT_WORDS.map((label) => ({
      label,
      type: 'property',
      info: describeSubject(label)?.meaning ?? '',
    })),
  );
}

function operators(): Completion[] {
  return inOrder(
    operatorsByUse().map((operator) => ({
      label: operator.written,
      type: 'operator',
      info: describeOperator(operator).meaning,
    })),
  );
}

function headers(): Completion[] {
  return HEADERS.map((label) => ({ label, type: 'property', apply: `${label}: ` }));
}
