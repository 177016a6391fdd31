/** The changes of each element and attribute of an XML body. */
import { isExact } from '../../../evaluation/values/number.js';
import { getOrAdd } from '../../../primitives/get-or-add.js';
import { seededRandom } from '../../../primitives/seeded-random.js';
import type { MarkupEdit, MarkupPath } from '../../model/mutant.js';
import type { MutationKind } from '../../model/mutation-kinds.js';
import { offByOne, otherSign } from '../changed-number.js';
import { chosenElements, isOtherOrder } from '../list-elements.js';
import type { Offer } from '../offer.js';
import { renamedKey } from '../renamed-key.js';
import { shiftDateText, shiftEpoch } from '../shift-date.js';
import { unknownValue } from '../unknown-value.js';
import type { MarkupPlace } from './markup-places.js';
import { typedText } from './typed-text.js';

/** In the order of the text; the same seed gives the same elements of long lists. */
export function markupOffers(text: string, root: MarkupPlace, seed: number): Offer[] {
  const walk = new Walk(text, seed);
  const path = [{ test: root.test, position: 0 }];
  walk.offerName(root, path, new Set([root.name]));
  walk.visit(root, path);
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

  visit(place: MarkupPlace, path: MarkupPath): void {
    const { attributes, children } = place;
    this.#offerText(place, path);
    const names = new Set(attributes.map(({ name }) => name));
    for (const attribute of attributes) this.#visitOnly(attribute, path, names);
    const taken = new Set(children.map(({ name }) => name));
    for (const [test, group] of groupsOf(children)) {
      const [only] = group;
      if (group.length === 1 && only !== undefined) this.#visitOnly(only, path, taken);
      else this.#visitList(group, path, test);
    }
  }

  offerName({ name }: MarkupPlace, path: MarkupPath, taken: ReadonlySet<string>): void {
    const to = renamedKey(name, taken);
    this.#add('field-renamed', path, { kind: 'rename', to }, ` to ${to}`);
  }

  #visitOnly(place: MarkupPlace, parent: MarkupPath, taken: ReadonlySet<string>): void {
    const path = [...parent, { test: place.test, position: 0 }];
    this.#add('field-removed', path, { kind: 'remove' });
    this.offerName(place, path, taken);
    this.visit(place, path);
  }

  /** Elements of one name beside each other. */
  #visitList(group: readonly MarkupPlace[], parent: MarkupPath, test: string): void {
    const path = [...parent, { test, position: 0 }];
    this.#add('list-emptied', path, { kind: 'remove-all' });
    this.#add('element-duplicated', path, { kind: 'repeat-last' });
    if (isOtherOrder(group, this.#text)) this.#add('list-reordered', path, { kind: 'reverse' });
    for (const index of chosenElements(group.length, this.#random)) {
      const { [index]: element } = group;
      if (element !== undefined) this.visit(element, [...parent, { test, position: index + 1 }]);
    }
  }

  #offerText({ name, text }: MarkupPlace, path: MarkupPath): void {
    const written = text?.value.trim() ?? '';
    if (written === '') return;
    this.#set('text-emptied', path, '');
    const value = typedText(written);
    if (isExact(value)) this.#offerNumber(path, name, written);
    else if (typeof value === 'boolean') {
      const word = value ? 'yes' : 'no';
      this.#set('type-changed', path, word, `: ${word} instead of ${value}`);
      this.#set('flag-flipped', path, String(!value));
    } else this.#offerWords(path, value);
  }

  #offerNumber(path: MarkupPath, name: string, written: string): void {
    this.#set('type-changed', path, NO_NUMBER, ': text instead of a number');
    const shifted = shiftEpoch(name, Number(written));
    if (shifted !== undefined) return this.#set('date-shifted', path, String(shifted));
    this.#set('number-off-by-one', path, offByOne(written)?.toString());
    this.#set('sign-changed', path, otherNumberSign(written));
  }

  #offerWords(path: MarkupPath, value: string): void {
    const shifted = shiftDateText(value);
    if (shifted === undefined) return this.#set('unknown-value', path, unknownValue(value));
    const at = Date.parse(value);
    if (!Number.isNaN(at)) this.#set('type-changed', path, String(at), ': a number instead of a date');
    this.#set('date-shifted', path, shifted);
  }

  #set(kind: MutationKind, path: MarkupPath, text: string | undefined, detail = ''): void {
    if (text !== undefined) this.#add(kind, path, { kind: 'set', text }, detail);
  }

  #add(kind: MutationKind, path: MarkupPath, edit: MarkupEdit, detail = ''): void {
    this.offers.push({ kind, change: { on: 'markup', path, edit }, detail });
  }
}

/** What a program writes that has no number. */
const NO_NUMBER = 'unknown';

/** The digits stay as they are written. */
function otherNumberSign(written: string): string | undefined {
  if (otherSign(written) === undefined) return undefined;
  return written.startsWith('-') ? written.slice(1) : `-${written}`;
}

function groupsOf(children: readonly MarkupPlace[]): ReadonlyMap<string, readonly MarkupPlace[]> {
  const groups = new Map<string, MarkupPlace[]>();
  for (const child of children) getOrAdd(groups, child.test, (): MarkupPlace[] => []).push(child);
  return groups;
}
