/**
 * Remembers how JSON bodies were checked, for bodies that differ in some of their scalars only: assertions on what they
 * have in common keep their verdict, and the others get their values from the bytes, without reading the document.
 * Bounded in layouts and in their bytes; soon no longer tried where bodies differ in structure.
 */
import { type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { passesResolved, passesWith, type AssertionContext } from '../../evaluation/comparison.js';
import type { EvaluationLimits } from '../../evaluation/bounded/limits.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { isMultiValued, valueAtPath } from '../../evaluation/values/body-path.js';
import { charsetOf, decodeText } from '../../evaluation/values/decode-text.js';
import { parseJson } from '../../evaluation/values/json.js';
import { readPath, type PathStep } from '../../request-file/expressions/parse-path.js';
import { BodyLayout } from './body-layout.js';
import { findPlaces, type PathPlace } from './json-places.js';
import { scalarValue } from './json-scalar.js';
import { RepeatRate } from './repeat-rate.js';
import type { CheckedParts } from './verdict-memory.js';

const MAX_LAYOUTS = 4;
/** The memory of values is never refused in such short texts. */
const MAX_BYTES = 64 * 1024;
const MAX_SCALARS = 8192;
/** More assertions take long enough that other work must get its turn between them. */
const MAX_ASSERTIONS = 200;

/** Subjects that only the head of a response decides. */
const HEAD_SUBJECTS = new Set(['status', 'header', 'headers', 'cookie']);
/** Operators that read files, or that apply another one. */
const OTHER_OPERATORS = new Set(['schema', 'notSchema', 'snapshot', 'each', 'notEach']);
/** What these find out about a list or an object, its scalars do not change. */
const STRUCTURE_OPERATORS = new Set([
  'exists',
  'notExists',
  'absent',
  'notAbsent',
  'truthy',
  'notTruthy',
  'type',
  'notType',
  'length',
  'notLength',
  'lengthGreaterThan',
  'lengthGreaterOrEqual',
  'lengthLessThan',
  'lengthLessOrEqual',
  'isEmpty',
  'notIsEmpty',
]);

interface LayoutEntry {
  readonly status: number;
  readonly head: string;
  readonly layout: BodyLayout;
  readonly places: readonly PathPlace[];
  /** By position. */
  readonly passes: readonly boolean[];
  /** The body assertions whose values vary, by their numbers among all body assertions. */
  varying: readonly number[];
  /** The position of the first other one that fails. */
  failedAt: number;
}

interface BodyAssertion {
  readonly position: number;
  readonly assertion: ResolvedAssertion;
  readonly steps: readonly PathStep[];
}

export interface LayoutMemoryInput {
  readonly assertions: readonly ResolvedAssertion[];
  /** Those about the bytes of the response. */
  readonly positions: readonly number[];
  readonly context: AssertionContext;
  readonly limits: EvaluationLimits;
}

/** Undefined when an assertion looks at more than the values at single paths. */
export function createLayoutMemory(input: LayoutMemoryInput): LayoutMemory | undefined {
  const { assertions, positions } = input;
  const onBody: BodyAssertion[] = [];
  for (const position of positions) {
    const assertion = assertions[position] as ResolvedAssertion;
    const { subject, operation } = assertion.compiled;
    if (HEAD_SUBJECTS.has(subject.kind)) continue;
    const path = subject.kind === 'body' && subject.path !== '' ? readPath(subject.path) : undefined;
    if (!path?.ok || isMultiValued(path.steps) || OTHER_OPERATORS.has(operation.operator.name))
      return undefined;
    onBody.push({ position, assertion, steps: path.steps });
  }
  const isUseful = onBody.length > 0 && positions.length <= MAX_ASSERTIONS;
  return isUseful ? new LayoutMemory(input, onBody) : undefined;
}

export class LayoutMemory {
  readonly #input: LayoutMemoryInput;
  readonly #onBody: readonly BodyAssertion[];
  readonly #rate = new RepeatRate();
  /** The one that a body fitted last comes first. */
  #entries: LayoutEntry[] = [];
  #isTried = false;
  #isOff = false;

  constructor(input: LayoutMemoryInput, onBody: readonly BodyAssertion[]) {
    this.#input = input;
    this.#onBody = onBody;
  }

  /** The position of the first assertion that fails, their number when all pass; undefined when not known. */
  find(parts: CheckedParts): number | undefined {
    this.#isTried = !this.#isOff && this.#rate.isTried();
    if (!this.#isTried) return undefined;
    const entry = parts.body.length <= MAX_BYTES ? this.#fitting(parts) : undefined;
    if (entry) this.#rate.hit();
    else if (this.#rate.miss()) this.#forget();
    return entry && this.#failedAt(entry, parts.body);
  }

  /** Remembers a response that was not found and has been checked. Its body must not change afterwards. */
  add({ status, head, body }: CheckedParts, view: ResponseView): void {
    if (!this.#isTried || body.length > MAX_BYTES || !hasReadableJson(view)) return;
    const found = findPlaces(
      body,
      this.#onBody.map(({ steps }) => steps),
      MAX_SCALARS,
    );
    const passes = found && this.#passesOf(view);
    if (!passes) return;
    const { places, scalars } = found;
    const layout = new BodyLayout(body, scalars);
    const entry: LayoutEntry = { status, head, layout, places, passes, varying: [], failedAt: 0 };
    this.#sort(entry);
    this.#entries = [entry, ...this.#entries.slice(0, MAX_LAYOUTS - 1)];
  }

  #fitting({ status, head, body }: CheckedParts): LayoutEntry | undefined {
    const all = this.#entries;
    for (let index = 0; index < all.length; index++) {
      const entry = all[index] as LayoutEntry;
      if (entry.status !== status || entry.head !== head) continue;
      if (!entry.layout.fits(body)) {
        if (!entry.layout.widen(body)) continue;
        this.#sort(entry);
      }
      if (index > 0) {
        all.splice(index, 1);
        all.unshift(entry);
      }
      return entry;
    }
    return undefined;
  }

  /** Sorts out which assertions keep their verdict. */
  #sort(entry: LayoutEntry): void {
    const { layout, places, passes } = entry;
    const varying = [...this.#onBody.keys()].filter((index) => {
      const place = places[index];
      const { operator } = (this.#onBody[index] as BodyAssertion).assertion.compiled.operation;
      return !place || (layout.varies(place) && !isOfStructure(place, operator.name));
    });
    const positions = new Set(varying.map((index) => this.#onBody[index]?.position));
    const failedAt = passes.findIndex((each, position) => !each && !positions.has(position));
    entry.varying = varying;
    entry.failedAt = failedAt === -1 ? passes.length : failedAt;
  }

  #failedAt(entry: LayoutEntry, body: Uint8Array): number | undefined {
    const { context, limits } = this.#input;
    for (const index of entry.varying) {
      const { position, assertion } = this.#onBody[index] as BodyAssertion;
      if (position > entry.failedAt) break;
      const value = valueIn(body, entry.layout, entry.places[index] as PathPlace);
      const passes = passesWith(assertion, value, limits, context);
      if (typeof passes !== 'boolean') return this.#turnOff();
      if (!passes) return position;
    }
    return entry.failedAt;
  }

  #passesOf(view: ResponseView): boolean[] | undefined {
    const { assertions, positions, context } = this.#input;
    const all = assertions.map(() => true);
    for (const position of positions) {
      const passes = passesResolved(assertions[position] as ResolvedAssertion, view, context);
      if (typeof passes !== 'boolean') return this.#turnOff();
      all[position] = passes;
    }
    return all;
  }

  /** An assertion has to be waited for, so what is gained here hardly matters. */
  #turnOff(): undefined {
    this.#isOff = true;
    this.#forget();
  }

  #forget(): void {
    this.#entries = [];
    this.#isTried = false;
  }
}

/** Whether the body is a list or an object whose bytes can be taken as they are. */
function hasReadableJson(view: ResponseView): boolean {
  const json = view.json();
  if (typeof json !== 'object' || json === null) return false;
  const charset = charsetOf(view.contentType());
  return (charset === undefined || charset === 'utf-8' || charset === 'utf8') && view.bytes[0] !== BOM_START;
}

/** The byte-order mark of UTF-8 is not part of the text. */
const BOM_START = 0xef;

/** Whether the structure of a list or an object decides, in which all bodies of a layout are the same. */
function isOfStructure({ kind, rest: [step] }: PathPlace, operator: string): boolean {
  if (kind === 'scalar') return false;
  if (step === undefined) return STRUCTURE_OPERATORS.has(operator);
  // An index from the end leads into the list; any other step leads to nothing, or is the length of a list.
  return kind === 'object' || step.kind !== 'index' || step.index >= 0;
}

function valueIn(body: Uint8Array, layout: BodyLayout, place: PathPlace): unknown {
  const { start, end } = layout.placeIn(place);
  const value =
    place.kind === 'scalar'
      ? scalarValue(body, start, end)
      : parseJson(decodeText(body.subarray(start, end), undefined));
  return place.rest.length === 0 ? value : valueAtPath(value, place.rest);
}
