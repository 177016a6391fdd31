/** Finds the routes whose written parts a request carries, without comparing it with each route. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { PartPlace, RouteRules, WrittenPart } from '../responses/route-rules.js';
import { keysAt } from './part-keys.js';

interface IndexedPlace {
  readonly place: PartPlace;
  /** The places of the routes that want a value, by the value. */
  readonly byKey: Map<string, number[]>;
}

export class RuleIndex {
  readonly #places: readonly IndexedPlace[];
  /** How many parts each route wants. */
  readonly #wanted: readonly number[];
  /** The routes that want nothing. */
  readonly #always: readonly number[];
  /** All 0 between two requests. */
  readonly #matched: Uint16Array;

  constructor(rules: readonly Pick<RouteRules, 'parts'>[]) {
    const places = new Map<string, IndexedPlace>();
    this.#wanted = rules.map(({ parts }) => parts.filter(isIndexed).length);
    this.#always = [...rules.keys()].filter((index) => this.#wanted[index] === 0);
    this.#matched = new Uint16Array(rules.length);
    for (const [index, { parts }] of rules.entries()) {
      for (const part of parts) {
        if (!isIndexed(part)) continue;
        const place = placeOf(part);
        const { byKey } = getOrAdd(places, JSON.stringify(place), () => ({
          place,
          byKey: new Map<string, number[]>(),
        }));
        getOrAdd(byKey, part.key, (): number[] => []).push(index);
      }
    }
    this.#places = [...places.values()];
  }

  /** The routes of which all indexed parts match, in no order. */
  fitting(request: ReceivedRequest): number[] {
    const fitting = [...this.#always];
    const touched: number[] = [];
    const matched = this.#matched;
    for (const { place, byKey } of this.#places) {
      const keys = keysAt(request, place);
      const distinct = keys.length > 1 ? new Set(keys) : keys;
      for (const key of distinct) {
        for (const index of byKey.get(key) ?? NONE) {
          const count = (matched[index] ?? 0) + 1;
          matched[index] = count;
          if (count === 1) touched.push(index);
          if (count === this.#wanted[index]) fitting.push(index);
        }
      }
    }
    for (const index of touched) matched[index] = 0;
    return fitting;
  }
}

const NONE: readonly number[] = [];

/** A text with unknown values in it is compared one by one. */
function isIndexed({ pieces }: WrittenPart): boolean {
  return pieces === undefined;
}

function placeOf(part: WrittenPart): PartPlace {
  switch (part.in) {
    case 'json':
      return { in: part.in, path: part.path };
    case 'text':
    case 'graphql':
      return { in: part.in };
    case 'header':
      return { in: part.in, name: part.name.toLowerCase() };
    default:
      return { in: part.in, name: part.name };
  }
}
