/** The words of the language, from its tables, and the user's own names. */
import {
  describeDirective,
  describeFunction,
  describeOperator,
  describeSubject,
} from '../../request-file/describe-word.js';
import { SUBJECT_WORDS } from '../../request-file/expressions/parse-subject.js';
import { DIRECTIVES } from '../../request-file/text/directives.js';
import { functionNames } from '../../request-file/text/function-names.js';
import { operatorsByUse } from '../../request-file/text/operators.js';
import type { CompletionItem, CompletionKind, CompletionNames } from './completion-item.js';
import { HEADERS } from './http-words.js';

/** What the user has named comes before what the language has. */
const OWN_RANK = 0;
const WORD_RANK = 1000;
const LAST_RANK = 2000;

export function words(
  kind: CompletionKind,
  labels: Iterable<string>,
  detail = '',
  rank = WORD_RANK,
): CompletionItem[] {
  return [...labels].map((label) => ({ label, kind, rank, ...(detail !== '' && { detail }) }));
}

/** In the order given. */
function inOrder(items: readonly CompletionItem[], first: number): CompletionItem[] {
  return items.map((item, index) => ({ ...item, rank: first + index }));
}

export function variables({
  variables: ofFile,
  environment,
  requests,
  columns = [],
}: CompletionNames): CompletionItem[] {
  return inOrder(
    [
      ...words('variable', ofFile, 'file'),
      ...words('variable', environment, 'environment'),
      ...requests.flatMap(({ name, captures }) =>
        words(
          'capture',
          captures.map((capture) => `${name}.${capture}`),
          'capture',
        ),
      ),
      ...words(
        'column',
        columns.map((column) => `row.${column}`),
        'data row',
      ),
    ],
    OWN_RANK,
  );
}

export function requestNames({ requests }: CompletionNames): CompletionItem[] {
  return words(
    'request',
    requests.map(({ name }) => name),
    'request',
    OWN_RANK,
  );
}

export function functions(): CompletionItem[] {
  return functionNames().map((name) => ({
    label: `$${name}`,
    kind: 'function',
    rank: LAST_RANK,
    documentation: describeFunction(name)?.meaning ?? '',
  }));
}

export function directives(): CompletionItem[] {
  return [...DIRECTIVES.values()].map(({ name, grammar }) => ({
    label: name,
    kind: 'directive',
    rank: WORD_RANK,
    documentation: describeDirective(name)?.meaning ?? '',
    ...(grammar !== '' && { detail: grammar.replaceAll('`', '') }),
  }));
}

export function subjects(): CompletionItem[] {
  const all = SUBJECT_WORDS.map((label) => ({
    label,
    kind: 'subject' as const,
    rank: 0,
    documentation: describeSubject(label)?.meaning ?? '',
  }));
  return inOrder(all, WORD_RANK);
}

export function operators(): CompletionItem[] {
  const all = operatorsByUse().map((operator) => ({
    label: operator.written,
    kind: 'operator' as const,
    rank: 0,
    documentation: describeOperator(operator).meaning,
  }));
  return inOrder(all, WORD_RANK);
}

export function headers(): CompletionItem[] {
  return HEADERS.map((label) => ({ label, kind: 'header', rank: WORD_RANK, insert: `${label}: ` }));
}
