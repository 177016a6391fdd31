/**
 * The assertions that could be suggested for a place of XML bodies. XPath gives a text for one place and a list for
 * several, so that what is true of each element of a list is said by counting those of which it is not.
 */
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { toJson, type JsonValue } from '../../evaluation/values/json.js';
import { captureSource } from '../../request-file/print/print-value.js';
import { placesLike } from '../mutate/markup/markup-path.js';
import type { Candidate } from './candidate.js';
import { hasDataAsNames, isOfSomePages } from './field-names.js';
import type { KnownResponse } from './known-response.js';
import { mainMarkupList, mayBeSeveral, nameInTest } from './markup-names.js';
import { markupConditions, markupOperations, type MarkupFacts } from './markup-operations.js';
import type { PlacePath } from './place-path.js';
import { plainName, type SentValues, type SentVariable } from './sent-values.js';
import { RANKS, writtenValue, type Operation } from './value-operations.js';

/** What is known of the request. */
interface RequestFacts {
  readonly literals: SentValues;
  readonly variables: readonly SentVariable[];
  /** The subjects of its assertions. */
  readonly checked: ReadonlySet<string>;
}

const MAX_DEPTH = 10;
/** Other names are written with characters that have a meaning in request files. */
const PLAIN_TEST = /^@?[\p{L}\p{N}_.:*()[\]="-]+$/u;

export function markupCandidates(
  path: PlacePath,
  responses: readonly KnownResponse[],
  request: RequestFacts,
): readonly Candidate[] {
  const tests = path.map(String);
  const names = tests.map(nameInTest);
  const isLasting = !names.some(isOfSomePages) && !names.slice(0, -1).some(hasDataAsNames);
  const facts =
    isLasting && tests.length <= MAX_DEPTH ? factsOf(tests, names, responses, request) : undefined;
  if (facts === undefined || !tests.every((test) => PLAIN_TEST.test(test))) return [];
  const candidateOf = ({ text, rank }: Operation, subject: string): Candidate => ({
    text: `expect ${captureSource({ source: 'xpath', path: subject })} ${text}`,
    place: { on: 'body', path },
    rank,
    seesInside: false,
  });
  const subject = `/${tests.join('/')}`;
  const { lists } = facts;
  if (lists.length === 0)
    return [
      ...sentCandidates(subject, path, facts, request),
      ...markupOperations(facts).map((operation) => candidateOf(operation, subject)),
    ];
  const conditions = lists.at(-1) === tests.length - 1 ? listCandidates(tests, facts, responses) : [];
  const each = eachOperations(tests, facts, lists.at(-1) ?? 0);
  return [...conditions, ...each].map(({ subject: own, ...operation }) => candidateOf(operation, own));
}

interface PlaceFacts extends MarkupFacts {
  /** The depths of steps that lead to the elements of lists, from the top. */
  readonly lists: readonly number[];
}

/** Undefined when nothing is certain about the place. */
function factsOf(
  tests: readonly string[],
  names: readonly string[],
  responses: readonly KnownResponse[],
  { checked }: RequestFacts,
): PlaceFacts | undefined {
  const found = responses.flatMap(({ runId, markup }) =>
    markup === undefined ? [] : [{ runId, ...placesLike(markup.root, tests) }],
  );
  const runs = found.filter(({ places }) => places.length > 0);
  if (runs.length === 0 || found.some(({ isMissingSomewhere }) => isMissingSomewhere)) return undefined;
  const isList = (depth: number): boolean =>
    runs.some(({ lists }) => lists.has(depth)) ||
    (tests[depth]?.startsWith('@') !== true && mayBeSeveral(names[depth - 1] ?? '', names[depth] ?? ''));
  return {
    name: names.at(-1) ?? '',
    runs,
    texts: runs.flatMap(({ places }) => places.map(({ text }) => text?.value)),
    isChecked: checked.has(captureSource({ source: 'xpath', path: `/${tests.join('/')}` })),
    lists: tests.map((_, depth) => depth).filter((depth) => depth > 0 && isList(depth)),
  };
}

interface SubjectOperation extends Operation {
  readonly subject: string;
}

const NONE = { text: '== 0' };

function eachOperations(
  tests: readonly string[],
  facts: PlaceFacts,
  depth: number,
): readonly SubjectOperation[] {
  const list = `/${tests.slice(0, depth + 1).join('/')}`;
  const place = tests.slice(depth + 1).join('/') || '.';
  return markupConditions(facts, inQuotes(place)).map(({ text, rank }) => {
    return { ...NONE, subject: `count(${inQuotes(list)}[not(${text})])`, rank };
  });
}

/** The whole expression stands in double quotes. */
function inQuotes(path: string): string {
  return path.replaceAll('"', "'");
}

/** Other lists may be empty some day, unless as many different ones have not been. */
const MIN_LISTS = 3;

/** That a list has elements, where it is what the response is about or has always had some. */
function listCandidates(
  tests: readonly string[],
  { lists, runs }: PlaceFacts,
  responses: readonly KnownResponse[],
): readonly SubjectOperation[] {
  const bodies = responses.flatMap(({ markup }) => markup ?? []);
  const isMain = bodies.every(({ root }) => mainMarkupList(root)?.join('/') === tests.join('/'));
  const isCertain = isMain || new Set(bodies.map(({ text }) => text)).size >= MIN_LISTS;
  // Not every element of an outer list has elements of its own.
  if (!isCertain || lists.length > 1 || runs.length < bodies.length) return [];
  return [{ subject: `/${tests.join('/')}`, text: 'exists', rank: RANKS.list }];
}

/** The value comes from the request itself. */
function sentCandidates(
  subject: string,
  path: PlacePath,
  { name, texts }: PlaceFacts,
  { literals, variables }: RequestFacts,
): readonly Candidate[] {
  const [first] = texts;
  if (first === undefined || isSecretFieldName(name)) return [];
  // An id inside of another element is rather the id of that.
  if (name.toLowerCase() === 'id' && path.length > 2) return [];
  const start = `expect ${captureSource({ source: 'xpath', path: subject })} ==`;
  const of = (value: string, variable?: SentVariable): Candidate => ({
    text: `${start} ${value}`,
    place: { on: 'body', path },
    rank: RANKS.sent,
    seesInside: false,
    variable,
  });
  const isSent = (literals.get(plainName(name)) ?? []).some((value) => textOf(value) === first);
  const isSame = isSent && texts.every((text) => text === first);
  return [
    ...(isSame ? [of(writtenValue(first))] : []),
    ...variables
      .filter(({ names }) => names.includes(plainName(name)))
      .map((variable) => of(`"${variable.placeholder}"`, variable)),
  ];
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : toJson(value);
}
