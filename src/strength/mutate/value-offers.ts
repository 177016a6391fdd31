/** The changes of each value of a JSON body. */
import { seededRandom } from '../../primitives/seeded-random.js';
import type { JsonValue } from '../../evaluation/values/json.js';
import { readNumber } from '../../evaluation/values/number.js';
import { isJsonNumber } from '../../primitives/json/json-number.js';
import type { ValueEdit, ValuePath } from '../model/mutant.js';
import type { MutationKind } from '../model/mutation-kinds.js';
import { offByOne, otherSign } from './changed-number.js';
import type { JsonPlace, JsonPlaceKind } from './json-places.js';
import { chosenElements, isOtherOrder } from './list-elements.js';
import type { Offer } from './offer.js';
import { renamedKey } from './renamed-key.js';
import { shiftDateText, shiftEpoch } from './shift-date.js';
import { unknownValue } from './unknown-value.js';

/** What the `type` operator calls them. */
const TYPE_NAMES: Readonly<Record<JsonPlaceKind, string>> = {
  object: 'object',
  list: 'array',
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** In the order of the text; the same seed gives the same elements of long lists. */
export function valueOffers(text: string, root: JsonPlace, seed: number): Offer[] {
  const walk = new Walk(text, seed);
  walk.visit(root, [], '');
  return walk.offers;
}

class Walk {
  readonly offers: Offer[] = [];
  readonly #text: string;
  readonly #random: () => number;

  constructor(text: string, seed: number) {
    this.#text = text;
    this.#random = seededRandom(seed);
  }

  /** The name is that of the nearest member. */
  visit(place: JsonPlace, path: ValuePath, name: string): void {
    this.#offerValue(place, path, name);
    if (place.kind === 'object') {
      const keys = new Set(place.children.map(({ key = '' }) => key));
      for (const member of place.children) {
        const key = member.key ?? '';
        const inner = [...path, key];
        this.#add('field-removed', inner, { kind: 'remove' });
        const to = renamedKey(key, keys);
        this.#add('field-renamed', inner, { kind: 'rename', to }, ` to ${to}`);
        this.visit(member, inner, key);
      }
    }
    if (place.kind === 'list') {
      for (const index of chosenElements(place.children.length, this.#random)) {
        const element = place.children[index];
        if (element !== undefined) this.visit(element, [...path, index], name);
      }
    }
  }

  #add(kind: MutationKind, path: ValuePath, edit: ValueEdit, detail = ''): void {
    this.offers.push({ kind, change: { on: 'value', path, edit }, detail });
  }

  #set(kind: MutationKind, path: ValuePath, value: JsonValue | undefined): void {
    if (value !== undefined) this.#add(kind, path, { kind: 'set', value });
  }

  #offerValue(place: JsonPlace, path: ValuePath, name: string): void {
    const written = this.#text.slice(place.start, place.end);
    if (place.kind !== 'null') this.#set('null', path, null);
    this.#offerType(place, path, written);
    if (place.kind === 'boolean') this.#set('flag-flipped', path, written === 'false');
    if (place.kind === 'number') this.#offerNumber(path, name, written);
    if (place.kind === 'text') this.#offerText(path, JSON.parse(written) as string);
    if (place.kind === 'list') this.#offerList(place, path);
  }

  #offerType(place: JsonPlace, path: ValuePath, written: string): void {
    const value = valueOfOtherType(place.kind, written);
    const detail = `: ${TYPE_NAMES[kindOfValue(value)]} instead of ${TYPE_NAMES[place.kind]}`;
    this.#add('type-changed', path, { kind: 'set', value }, detail);
  }

  #offerNumber(path: ValuePath, name: string, written: string): void {
    const shifted = shiftEpoch(name, Number(written));
    if (shifted !== undefined) return this.#set('date-shifted', path, shifted);
    this.#set('number-off-by-one', path, offByOne(written));
    this.#set('sign-changed', path, otherSign(written));
  }

  #offerText(path: ValuePath, value: string): void {
    if (value === '') return;
    this.#set('text-emptied', path, '');
    const shifted = shiftDateText(value);
    if (shifted === undefined) this.#set('unknown-value', path, unknownValue(value));
    else this.#set('date-shifted', path, shifted);
  }

  #offerList({ children }: JsonPlace, path: ValuePath): void {
    if (children.length === 0) return;
    this.#set('list-emptied', path, []);
    // A page that repeats the last element of the page before is the usual mistake.
    this.#add('element-duplicated', path, { kind: 'repeat', index: children.length - 1 });
    if (isOtherOrder(children, this.#text)) this.#add('list-reordered', path, { kind: 'reverse' });
  }
}

/** The mistakes of real APIs: numbers as texts and the reverse, an object around a value, an empty list for an object. */
function valueOfOtherType(kind: JsonPlaceKind, written: string): JsonValue {
  switch (kind) {
    case 'number':
    case 'boolean':
      return written;
    case 'null':
      return '';
    case 'text':
      return textAsOtherType(JSON.parse(written) as string);
    case 'object':
      return [];
    case 'list':
      return {};
  }
}

function textAsOtherType(value: string): JsonValue {
  const number = isJsonNumber(value) ? readNumber(value) : undefined;
  if (number !== undefined) return number;
  return shiftDateText(value) === undefined || Number.isNaN(Date.parse(value))
    ? { value }
    : Date.parse(value);
}

function kindOfValue(value: JsonValue): JsonPlaceKind {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'object') return Array.isArray(value) ? 'list' : 'object';
  return 'number';
}
