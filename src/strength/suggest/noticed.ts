/** Which survivors a candidate would notice. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { toJson } from '../../evaluation/values/json.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import type { Change } from '../model/mutant.js';
import type { Survivor } from '../model/strength.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { changeResponse } from '../mutate/change-response.js';
import { knownHeaders } from '../mutate/known-headers.js';
import { placesAtPath, writtenAtPath } from '../mutate/markup/markup-path.js';
import { valueAt } from '../mutate/values-at.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { Candidate, CandidateReader } from './candidate.js';
import { reducedDocument } from './changed-document.js';
import { KnownView, type KnownResponse } from './known-response.js';
import { placeOfMarkup, placeOfPath, type PlacePath } from './place-path.js';
import { reducedMarkup } from './reduced-markup.js';

/** A survivor with the response that its change makes. */
interface ChangedView {
  readonly index: number;
  readonly view: ResponseView;
  readonly exchange: StoredExchange;
}

interface PlaceNode {
  readonly survivors: ChangedView[];
  readonly inside: Map<string | number, PlaceNode>;
}

/** Survivors by their places, so that a candidate is tried only on changes that it can see. */
export class SurvivorIndex {
  readonly #reader: CandidateReader;
  readonly #ofStatus: ChangedView[] = [];
  readonly #byHeader = new Map<string, ChangedView[]>();
  /** Changes of the whole body, or of how it is read. */
  readonly #ofBody: ChangedView[] = [];
  readonly #root: PlaceNode = { survivors: [], inside: new Map() };

  constructor(survivors: readonly Survivor[], responses: readonly KnownResponse[], reader: CandidateReader) {
    this.#reader = reader;
    for (const [index, survivor] of survivors.entries()) this.#add(index, survivor, responses);
  }

  /** The positions of the survivors that fail the candidate. */
  async noticedBy(candidate: Candidate): Promise<readonly number[]> {
    const noticed: number[] = [];
    for (const { index, view, exchange } of this.#seenBy(candidate)) {
      const passed = this.#reader.passes(candidate, view, exchange);
      if ((passed instanceof Promise ? await passed : passed) === false) noticed.push(index);
    }
    return noticed;
  }

  #add(index: number, survivor: Survivor, responses: readonly KnownResponse[]): void {
    const { change } = survivor.mutant;
    const response = responseOf(survivor, responses);
    if (response === undefined) return;
    const { exchange, document } = response;
    if (change.on === 'markup' && change.path.length > 1) return this.#addMarkup(index, change, response);
    if (change.on !== 'value' || change.path.length === 0) {
      // How the new text is read depends on the response as a whole.
      const view = new KnownView(exchange, changeResponse(exchange, change));
      for (const list of this.#listsFor(change)) list.push({ index, view, exchange });
      return;
    }
    const reduced = document === undefined ? ABSENT : reducedDocument(document, change.path, change.edit);
    if (reduced === ABSENT) return;
    const { status } = exchange;
    const view = new KnownView(exchange, { status, headers: knownHeaders(exchange), body: '' }, reduced);
    this.#nodeAt(placeOfPath(change.path)).survivors.push({ index, view, exchange });
  }

  #addMarkup(
    index: number,
    { path, edit }: Extract<Change, { on: 'markup' }>,
    { exchange, markup }: KnownResponse,
  ): void {
    const body = markup === undefined ? undefined : reducedMarkup(markup, path, edit);
    if (body === undefined) return;
    const { status } = exchange;
    const view = new KnownView(exchange, { status, headers: knownHeaders(exchange), body });
    this.#nodeAt(placeOfMarkup(path)).survivors.push({ index, view, exchange });
  }

  #listsFor(change: Change): readonly ChangedView[][] {
    if (change.on === 'status') return [this.#ofStatus];
    if (change.on !== 'header') return [this.#ofBody];
    const name = change.name.toLowerCase();
    const ofName = getOrAdd(this.#byHeader, name, (): ChangedView[] => []);
    // The type decides on how the body is read.
    return name === 'content-type' ? [ofName, this.#ofBody] : [ofName];
  }

  #nodeAt(path: PlacePath): PlaceNode {
    let node = this.#root;
    for (const part of path)
      node = getOrAdd(node.inside, part, (): PlaceNode => ({ survivors: [], inside: new Map() }));
    return node;
  }

  *#seenBy({ place, seesInside }: Candidate): Generator<ChangedView> {
    if (place.on === 'status') yield* this.#ofStatus;
    else if (place.on === 'header') yield* this.#byHeader.get(place.name) ?? [];
    else {
      yield* this.#ofBody;
      let node: PlaceNode | undefined = this.#root;
      for (const part of place.path) {
        yield* node.survivors;
        node = node.inside.get(part);
        if (node === undefined) return;
      }
      yield* seesInside ? within(node) : node.survivors;
    }
  }
}

function* within(node: PlaceNode): Generator<ChangedView> {
  yield* node.survivors;
  for (const inner of node.inside.values()) yield* within(inner);
}

/** The response that was changed: of several rows the first that had the value. */
function responseOf(
  { mutant, before }: Survivor,
  responses: readonly KnownResponse[],
): KnownResponse | undefined {
  const { change } = mutant;
  const having = responses.filter((response) => mayHave(response, change));
  return having.length < 2 ? having[0] : (having.find((each) => hadValue(each, change, before)) ?? having[0]);
}

function mayHave({ exchange, document, markup }: KnownResponse, change: Change): boolean {
  switch (change.on) {
    case 'status':
      return exchange.status !== change.status;
    case 'header':
      return knownHeaders(exchange).some(([name]) => name.toLowerCase() === change.name.toLowerCase());
    case 'text':
      return change.end <= exchange.body.length;
    case 'value':
      return document !== undefined && valueAt(document, change.path) !== ABSENT;
    case 'markup':
      return markup !== undefined && placesAtPath(markup.root, change.path).length > 0;
  }
}

function hadValue({ document, markup }: KnownResponse, change: Change, before: string): boolean {
  const isShown = (written: string): boolean => written.startsWith(before.replace(/…$/, ''));
  if (change.on === 'markup' && markup !== undefined)
    return isShown(toJson(writtenAtPath(markup.text, markup.root, change.path)));
  if (change.on !== 'value' || document === undefined) return true;
  const value = valueAt(document, change.path);
  return value !== ABSENT && isShown(toJson(value));
}
