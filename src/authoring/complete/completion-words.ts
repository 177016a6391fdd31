/** The words of the language, from its tables, and the user's own names. */
import {
  describeBlock,
  describeDirective,
  describeFunction,
  describeOperator,
  describeSubject,
  type WordDescription,
} from '../../request-file/describe-word.js';
import { SUBJECT_WORDS } from '../../request-file/expressions/parse-subject.js';
import { BLOCK_KINDS, blockOpener, type BlockKind } from '../../request-file/text/blocks.js';
import { DIRECTIVES } from '../../request-file/text/directives.js';
import { functionNames } from '../../request-file/text/function-names.js';
import { operatorsByUse } from '../../request-file/text/operators.js';
import { BLOCK_HELP } from '../../request-file/text/word-help.js';
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
  elements = [],
}: CompletionNames): CompletionItem[] {
  return inOrder(
    [
      ...words('variable', elements, 'element'),
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
    ...described(describeFunction(name)),
  }));
}

export function directives(): CompletionItem[] {
  return [...DIRECTIVES.values()].map(({ name }) => ({
    label: name,
    kind: 'directive',
    rank: WORD_RANK,
    ...described(describeDirective(name)),
  }));
}

export function subjects(): CompletionItem[] {
  const all = SUBJECT_WORDS.map((label) => ({
    label,
    kind: 'subject' as const,
    rank: 0,
    ...described(describeSubject(label)),
  }));
  return inOrder(all, WORD_RANK);
}

/** What `@mock.when` compares: parts of the request that a mock server receives. */
export function requestSubjects(): CompletionItem[] {
  return [
    ...words('subject', ['query', 'path'], 'of the request'),
    ...subjects().filter(({ label }) => /^(?:header|cookie|body)$/.test(label)),
  ];
}

export function operators(): CompletionItem[] {
  const all = operatorsByUse().map((operator) => ({
    label: operator.written,
    kind: 'operator' as const,
    rank: 0,
    ...described(describeOperator(operator)),
  }));
  return inOrder(all, WORD_RANK);
}

/** The words after `>>>`; with snippets also the block without a word, each as a whole. */
export function blocks(hasSnippets: boolean): CompletionItem[] {
  const kinds = BLOCK_KINDS.filter((kind) => hasSnippets || kind !== 'assertions');
  return kinds.map((kind) => ({
    label: kind,
    kind: 'block',
    // The one that most requests have comes first.
    rank: kind === 'assertions' ? OWN_RANK : WORD_RANK,
    detail: 'block',
    ...described(describeBlock(kind)),
    ...(hasSnippets && { snippet: blockSnippet(kind) }),
  }));
}

/** From behind the `>>>` to the end of the block, with the lines of the example to type over. */
function blockSnippet(kind: BlockKind): string {
  const opener = blockOpener(kind);
  const [, rest = ''] = BLOCK_HELP[kind][1].split(`${opener}\n`);
  const content = rest.slice(0, rest.indexOf('\n<<<')).replaceAll(/[\\$}]/g, String.raw`\$&`);
  return `${opener.slice('>>>'.length)}\n\${1:${content}}\n<<<\n$0`;
}

function described(
  word: WordDescription | undefined,
): Pick<CompletionItem, 'detail' | 'meaning' | 'example'> {
  if (word === undefined) return {};
  const { grammar, meaning, example } = word;
  return { ...(grammar !== '' && { detail: grammar }), meaning, example };
}

export function headers(): CompletionItem[] {
  return HEADERS.map((label) => ({ label, kind: 'header', rank: WORD_RANK, insert: `${label}: ` }));
}
