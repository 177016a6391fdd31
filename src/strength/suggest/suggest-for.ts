/** The assertions that a request should have, and what each of its survivors needs. */
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { parseJson, type JsonValue } from '../../evaluation/values/json.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { allAssertions } from '../../request-file/model/all-checks.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import type { MeasuredRequest } from '../model/strength.js';
import { knownHeaders } from '../mutate/known-headers.js';
import { placesLike } from '../mutate/markup/markup-path.js';
import { isReadingUnclear, type MarkupBody } from '../mutate/stored-body.js';
import { valueAt, valuesAt } from '../mutate/values-at.js';
import { CandidateReader, type Candidate } from './candidate.js';
import { candidatesOf, statusCandidate } from './candidates-of.js';
import { chooseCandidates, type WeighedCandidate } from './choose.js';
import { knownResponses, KnownView, type KnownResponse } from './known-response.js';
import { SurvivorIndex } from './noticed.js';
import type { PlacePath } from './place-path.js';

/** More lines at once are read by nobody; the command can be run again. */
const MAX_SUGGESTIONS = 12;

export class RequestAdvice {
  readonly #weighed: readonly WeighedCandidate[];
  readonly #soundness: Soundness;
  /** In the order in which a file should have them. */
  readonly suggestions: readonly WeighedCandidate[];

  constructor(
    weighed: readonly WeighedCandidate[],
    soundness: Soundness,
    suggestions: readonly WeighedCandidate[],
  ) {
    this.#weighed = weighed;
    this.#soundness = soundness;
    this.suggestions = suggestions;
  }

  /** The assertion that notices a survivor, which is a suggested one if any of them does; empty without one. */
  async assertionFor(survivor: number): Promise<string> {
    const isNoticing = ({ notices }: WeighedCandidate): boolean => notices.includes(survivor);
    const suggested = this.suggestions.find(isNoticing);
    if (suggested) return suggested.candidate.text;
    const others = this.#weighed.filter(isNoticing).toSorted((a, b) => a.candidate.rank - b.candidate.rank);
    for (const { candidate } of others) if (await this.#soundness.isSound(candidate)) return candidate.text;
    return '';
  }
}

export async function adviseOnRequest(measured: MeasuredRequest): Promise<RequestAdvice> {
  const { survivors } = measured.strength;
  const responses = knownResponses(measured);
  const reader = new CandidateReader();
  const soundness = new Soundness(reader, responses);
  const candidates = candidatesOf(measured, responses);
  reader.read(candidates.flatMap(({ text, variable }) => (variable === undefined ? [text] : [])));
  const current = responses.slice(0, measured.exchanges.length);
  const index = new SurvivorIndex(survivors, current, reader);
  const weighed: WeighedCandidate[] = [];
  for (const candidate of candidates) weighed.push({ candidate, notices: await index.noticedBy(candidate) });
  const best = await chooseCandidates(weighed, MAX_SUGGESTIONS, (each) => soundness.isSound(each));
  const chosen = [...missingStatus(measured, responses, best), ...best].slice(0, MAX_SUGGESTIONS);
  return new RequestAdvice(weighed, soundness, inFileOrder(chosen, current));
}

/** A request without assertions fails by its status alone, which the first assertion of another kind would end. */
function missingStatus(
  { request }: MeasuredRequest,
  responses: readonly KnownResponse[],
  best: readonly WeighedCandidate[],
): readonly WeighedCandidate[] {
  const isChecked = best.length === 0 || best.some(({ candidate }) => candidate.place.on === 'status');
  if (isChecked || allAssertions(request).length > 0) return [];
  return statusCandidate(responses).map((candidate) => ({ candidate, notices: [] }));
}

/** Whether an assertion passes on every response that is known. */
class Soundness {
  readonly #reader: CandidateReader;
  readonly #responses: readonly KnownResponse[];
  readonly #verdicts = new Map<Candidate, Promise<boolean>>();

  constructor(reader: CandidateReader, responses: readonly KnownResponse[]) {
    this.#reader = reader;
    this.#responses = responses;
  }

  isSound(candidate: Candidate): Promise<boolean> {
    let sound = this.#verdicts.get(candidate);
    if (sound === undefined) this.#verdicts.set(candidate, (sound = this.#passesOnAll(candidate)));
    return sound;
  }

  async #passesOnAll(candidate: Candidate): Promise<boolean> {
    const { place } = candidate;
    for (const { exchange, view } of this.#responses) {
      // A history has no headers, and long bodies are not kept whole.
      if (place.on === 'header' && exchange.headers === undefined) continue;
      if (place.on === 'body' && exchange.isCut) continue;
      for (const each of this.#readings(exchange, view))
        if ((await this.#reader.passes(candidate, each, exchange)) !== true) return false;
    }
    return true;
  }

  /** A body that may be JSON or text is what the newest one is, or both when that is an object or a list. */
  #readings(exchange: StoredExchange, view: ResponseView): readonly ResponseView[] {
    const newest = this.#responses[0]?.document;
    if (newest === undefined || !isReadingUnclear(exchange)) return [view];
    const { status, body } = exchange;
    const response = { status, headers: knownHeaders(exchange), body };
    const asJson = new KnownView(exchange, response, parseJson(body));
    return typeof newest === 'object' && newest !== null ? [view, asJson] : [asJson];
  }
}

/** The status, then headers, then the body in the order in which the response has it. */
function inFileOrder(
  chosen: readonly WeighedCandidate[],
  responses: readonly KnownResponse[],
): readonly WeighedCandidate[] {
  const documents = responses.flatMap(({ document }) => (document === undefined ? [] : [document]));
  const markup = responses.find((each) => each.markup !== undefined)?.markup;
  const positionIn = ({ place }: Candidate): readonly number[] => {
    if (place.on !== 'body') return [place.on === 'status' ? 0 : 1];
    return [
      2,
      ...(markup === undefined ? positionOf(place.path, documents) : positionsOf(place.path, markup)),
    ];
  };
  const positions = new Map(chosen.map(({ candidate }) => [candidate, positionIn(candidate)]));
  return chosen.toSorted((a, b) => {
    const [left, right] = [positions.get(a.candidate) ?? [], positions.get(b.candidate) ?? []];
    return comparePositions(left, right) || a.candidate.rank - b.candidate.rank;
  });
}

function positionOf(path: PlacePath, documents: readonly JsonValue[]): readonly number[] {
  const document = documents.find((each) => valuesAt(each, path).some((value) => value !== ABSENT));
  const position: number[] = [];
  let value: JsonValue | Absent = document ?? ABSENT;
  for (const part of path) {
    position.push(typeof part === 'string' && isPlainObject(value) ? Object.keys(value).indexOf(part) : 0);
    value = value === ABSENT ? ABSENT : valueAt(value, [part]);
  }
  return position;
}

/** In the order of the text, as far as the body has the place. */
function positionsOf(path: PlacePath, { root }: MarkupBody): readonly number[] {
  const tests = path.map(String);
  return tests.map((_, depth) => placesLike(root, tests.slice(0, depth + 1)).places[0]?.start ?? 0);
}

function comparePositions(left: readonly number[], right: readonly number[]): number {
  for (const [at, position] of left.entries()) {
    const difference = position - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
