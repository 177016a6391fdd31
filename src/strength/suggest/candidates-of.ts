/** The assertions that could be suggested for a request: for each place that has survivors, what may be said there. */
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import { isExact } from '../../evaluation/values/number.js';
import { toJson, type JsonValue } from '../../evaluation/values/json.js';
import { mediaTypeOf } from '../../primitives/text/content-type.js';
import { REDACTED } from '../../redaction/redacted.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { findTokens } from '../../redaction/token-shapes.js';
import { captureSource } from '../../request-file/print/print-value.js';
import type { Change } from '../model/mutant.js';
import type { MeasuredRequest } from '../model/strength.js';
import { isReadingUnclear } from '../mutate/stored-body.js';
import { valuesAt } from '../mutate/values-at.js';
import type { Candidate } from './candidate.js';
import type { KnownResponse } from './known-response.js';
import { hasDataAsNames, isOfSomePages } from './field-names.js';
import { mainListOf } from './main-list.js';
import { markupCandidates } from './markup-candidates.js';
import { placeOfMarkup, placeOfPath, placeText, type PlacePath } from './place-path.js';
import {
  literalValues,
  plainName,
  sentPatterns,
  sentVariables,
  type SentValues,
  type SentVariable,
} from './sent-values.js';
import { shapeOf } from './text-shapes.js';
import {
  constantWord,
  operationsOn,
  RANKS,
  sentOperations,
  writtenValue,
  type ValuesOfRun,
} from './value-operations.js';

/** Deeper places make long lines that nobody reads. */
const MAX_DEPTH = 8;
const MAX_TEXT_LENGTH = 160;

export function candidatesOf(
  measured: MeasuredRequest,
  responses: readonly KnownResponse[],
): readonly Candidate[] {
  const { request, strength } = measured;
  const facts: RequestFacts = {
    literals: literalValues(request),
    patterns: sentPatterns(request),
    variables: sentVariables(request),
    checked: new Set(request.assertions.map(({ subject }) => subject)),
    mainList: mainListOfAll(responses),
  };
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  for (const { mutant } of strength.survivors) {
    const { change } = mutant;
    const place = placeOfChange(change);
    const key = place === undefined ? mutant.place : `value ${JSON.stringify(place)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (place !== undefined && change.on === 'markup')
      candidates.push(...markupCandidates(place, responses, facts));
    else if (place !== undefined) candidates.push(...valueCandidates(place, responses, facts));
    else if (change.on === 'status') candidates.push(...statusCandidates(measured, responses));
    else if (change.on === 'header') candidates.push(...headerCandidates(change.name, responses));
    else candidates.push(...textCandidates(responses));
  }
  return candidates.filter(({ text }) => text.length <= MAX_TEXT_LENGTH && !hasSecret(text));
}

/** Undefined for a change of something else than a value of the body. */
function placeOfChange(change: Change): PlacePath | undefined {
  if (change.on === 'markup') return placeOfMarkup(change.path);
  return change.on === 'value' ? placeOfPath(change.path) : undefined;
}

function hasSecret(text: string): boolean {
  return text.includes(REDACTED) || findTokens(text).length > 0;
}

/** What is known of the request and of all its responses. */
interface RequestFacts {
  readonly literals: SentValues;
  readonly patterns: ReadonlyMap<string, string>;
  readonly variables: readonly SentVariable[];
  /** The subjects of its assertions. */
  readonly checked: ReadonlySet<string>;
  readonly mainList: PlacePath | undefined;
}

/** Undefined when the responses are about different lists. */
function mainListOfAll(responses: readonly KnownResponse[]): PlacePath | undefined {
  const lists = responses.flatMap(({ document }) => (document === undefined ? [] : [mainListOf(document)]));
  const [first] = lists;
  return lists.every((list) => isSamePath(list, first)) ? first : undefined;
}

function isSamePath(a: PlacePath | undefined, b: PlacePath | undefined): boolean {
  return a?.length === b?.length && (a ?? []).every((part, index) => part === b?.[index]);
}

/** Who wrote that the status is one of several meant it, as long as no other class of status passes. */
function statusCandidates(
  { request, strength }: MeasuredRequest,
  responses: readonly KnownResponse[],
): readonly Candidate[] {
  const isChecked = request.assertions.some(({ subject }) => subject === 'status');
  if (isChecked && !strength.survivors.some(({ mutant }) => mutant.kind === 'status-outside-class'))
    return [];
  return statusCandidate(responses);
}

/** Of several statuses only their class is certain. */
export function statusCandidate(responses: readonly KnownResponse[]): readonly Candidate[] {
  const statuses = new Set(responses.map(({ exchange }) => exchange.status));
  const classes = new Set([...statuses].map((status) => Math.floor(status / 100)));
  const [[status], [firstDigit]] = [statuses, classes];
  if (status === undefined || classes.size > 1) return [];
  const text = statuses.size === 1 ? `== ${status}` : `between ${firstDigit}00 and ${firstDigit}99`;
  const place = { on: 'status' } as const;
  return [{ text: `expect status ${text}`, place, rank: RANKS.type, seesInside: false }];
}

/** Headers of some responses only, such as those of a list with another page. */
const SITUATIONAL: ReadonlySet<string> = new Set(['link', 'retry-after', 'warning']);

function isSituationalHeader(name: string): boolean {
  return SITUATIONAL.has(name.toLowerCase());
}

function headerCandidates(name: string, responses: readonly KnownResponse[]): readonly Candidate[] {
  const subject = `expect ${captureSource({ source: 'header', path: name })}`;
  const place = { on: 'header', name: name.toLowerCase() } as const;
  const exists: Candidate = { text: `${subject} exists`, place, rank: RANKS.present, seesInside: false };
  if (isSituationalHeader(name)) return [];
  if (name.toLowerCase() !== 'content-type') return [exists];
  const types = new Set(
    responses.map(({ view }) => mediaTypeOf(view.contentType())).filter((type) => type !== ''),
  );
  const [type = ''] = types;
  if (types.size > 1 || !/^[\w.+-]+\/[\w.+-]+$/.test(type)) return [exists];
  return [{ text: `${subject} contains ${type}`, place, rank: RANKS.type, seesInside: false }, exists];
}

/** A body that is no JSON. */
function textCandidates(responses: readonly KnownResponse[]): readonly Candidate[] {
  const place = { on: 'body', path: [] } as const;
  const whole = responses.filter(({ exchange }) => !exchange.isCut && !isReadingUnclear(exchange));
  const texts = whole.map(({ view }) => view.text());
  const isJson = responses.some(({ document }) => document !== undefined);
  if (isJson || texts.length === 0 || texts.some((text) => text.trim() === '')) return [];
  const candidate = (text: string, rank: number): Candidate => ({
    text: `expect ${text}`,
    place,
    rank,
    seesInside: false,
  });
  const word = constantWord(whole, texts);
  const ends = new Set(texts.map((text) => /<\/[A-Za-z][\w:.-]*>\s*$/.exec(text)?.[0].trim() ?? ''));
  const [end = ''] = ends;
  const hasEnd = ends.size === 1 && end !== '';
  return [
    ...(word === undefined ? [] : [candidate(`body == ${writtenValue(word)}`, RANKS.constant)]),
    ...(hasEnd ? [candidate(`body matches /<\\${end.slice(1)}\\s*$/`, RANKS.shape)] : []),
    candidate('body !isEmpty', RANKS.present),
  ];
}

/** Dates, numbers and ids as names of members are data themselves, and others in the next run. */
function isData(name: string): boolean {
  return /^\d/.test(name) || (/\d/.test(name) && shapeOf([name]) !== undefined);
}

function valueCandidates(
  path: PlacePath,
  responses: readonly KnownResponse[],
  request: RequestFacts,
): readonly Candidate[] {
  const names = path.filter((part) => typeof part === 'string');
  const isLasting =
    !names.some((each) => isData(each) || isOfSomePages(each)) && !names.slice(0, -1).some(hasDataAsNames);
  const text = isLasting && path.length <= MAX_DEPTH ? placeText(path) : undefined;
  const runs = runsAt(path, responses);
  if (text === undefined || runs.length === 0) return [];
  const place = { on: 'body', path } as const;
  const start = `expect ${text.subject} ${text.each}`;
  const isElement = text.each !== '';
  const name = names.at(-1) ?? '';
  const values = runs.flatMap((run) => run.values);
  const facts = {
    name,
    runs,
    isElement,
    isChecked: request.checked.has(text.subject),
    isMainList: request.mainList !== undefined && isSamePath(path, request.mainList),
    sentPattern: request.patterns.get(plainName(name)),
  };
  const candidates = operationsOn(facts).map((operation): Candidate => ({
    text: start + operation.text,
    place,
    rank: operation.rank,
    seesInside: isElement,
  }));
  // An id inside of another object is rather the id of that.
  const isOther = name === 'id' && path.length > 1;
  if (isElement || isOther || hasMasked(values)) return candidates;
  const literals = isSecretFieldName(name) ? [] : (request.literals.get(plainName(name)) ?? []);
  const compared = sentOperations(values, literals).map((operation): Candidate => ({
    text: start + operation.text,
    place,
    rank: operation.rank,
    seesInside: true,
  }));
  const variables = request.variables.filter(({ names }) => names.includes(plainName(name)));
  const repeated = variables.map((variable): Candidate => {
    const text = `${start}== ${variableText(values, variable)}`;
    return { text, place, rank: RANKS.sent, seesInside: false, variable };
  });
  return [...compared, ...repeated, ...candidates];
}

/** A variable without quotes may be a number. */
function variableText(values: readonly (JsonValue | Absent)[], { placeholder }: SentVariable): string {
  return values.every(isExact) ? placeholder : `"${placeholder}"`;
}

function hasMasked(values: readonly (JsonValue | Absent)[]): boolean {
  return values.some(
    (value) =>
      value !== ABSENT && value !== null && typeof value !== 'number' && toJson(value).includes(REDACTED),
  );
}

function runsAt(path: PlacePath, responses: readonly KnownResponse[]): readonly ValuesOfRun[] {
  return responses.flatMap(({ runId, document }) => {
    const values = document === undefined ? [] : valuesAt(document, path);
    return values.length === 0 ? [] : [{ runId, values }];
  });
}
