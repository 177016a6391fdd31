/** Which changes of an XML body no test has to notice: what earlier runs that passed show, and what means nothing. */
import { ABSENT } from '../../../evaluation/values/absent.js';
import { getOrAdd } from '../../../primitives/get-or-add.js';
import type { EquivalenceRule } from '../../model/equivalence-rules.js';
import type { MarkupPath } from '../../model/mutant.js';
import type { MutationKind } from '../../model/mutation-kinds.js';
import type { StoredExchange } from '../../model/stored-exchange.js';
import { earlierOrderRule, isSame, isSuchValue, repetitionRule, type Found } from '../past-values.js';
import { markupBodyOf, type MarkupBody } from '../stored-body.js';
import type { MarkupPlace } from './markup-places.js';
import { placesAtPath, placesLike } from './markup-path.js';
import { typedText } from './typed-text.js';

export class MarkupEquivalence {
  readonly #now: MarkupBody | undefined;
  readonly #earlier: readonly MarkupBody[];
  /** What each earlier run had at the places of a name, by the names on the way there. */
  readonly #runs = new Map<string, readonly (readonly Found[])[]>();

  constructor(exchange: StoredExchange, earlier: readonly StoredExchange[]) {
    this.#now = markupBodyOf(exchange);
    this.#earlier = earlier.flatMap((each) => markupBodyOf(each) ?? []);
  }

  ruleOf(kind: MutationKind, path: MarkupPath): EquivalenceRule | undefined {
    if (kind === 'list-reordered') return this.#orderRule(path);
    if (kind === 'element-duplicated') return this.#repetitionRule(path);
    const runs = this.#runsAt(path);
    if (kind === 'list-emptied')
      return runs.some((values) => values.includes(ABSENT)) ? 'value-varies' : undefined;
    const [now] = this.#now === undefined ? [] : valuesAtPath(this.#now, path);
    if (now === undefined) return undefined;
    const varies = runs.some((values) => !values.some((value) => isSame(value, now)));
    const isKnown = varies && runs.some((values) => values.some((value) => isSuchValue(kind, value, now)));
    return isKnown ? 'value-varies' : undefined;
  }

  #orderRule(path: MarkupPath): EquivalenceRule | undefined {
    const texts = this.#now === undefined ? [] : writtenAtPath(this.#now, path);
    if (texts.every((text) => text === texts[0])) return 'same-order';
    return earlierOrderRule(texts, this.#earlierLists(path));
  }

  #repetitionRule(path: MarkupPath): EquivalenceRule | undefined {
    const texts = this.#now === undefined ? [] : writtenAtPath(this.#now, path);
    return repetitionRule(texts, this.#earlierLists(path));
  }

  #earlierLists(path: MarkupPath): readonly (readonly string[])[] {
    return this.#earlier.map((body) => writtenAtPath(body, path)).filter(({ length }) => length > 0);
  }

  #runsAt(path: MarkupPath): readonly (readonly Found[])[] {
    const tests = path.map(({ test }) => test);
    return getOrAdd(this.#runs, JSON.stringify(tests), () =>
      this.#earlier
        .map((body): readonly Found[] => {
          const { places, isMissingSomewhere } = placesLike(body.root, tests);
          const values = places.map((place) => valueOf(body.text, place));
          return isMissingSomewhere ? [...values, ABSENT] : values;
        })
        .filter(({ length }) => length > 0),
    );
  }
}

function valuesAtPath({ text, root }: MarkupBody, path: MarkupPath): readonly Found[] {
  return placesAtPath(root, path).map((place) => valueOf(text, place));
}

/** An element with others inside is what it is written as. */
function valueOf(text: string, place: MarkupPlace): Exclude<Found, object | null> {
  return place.text === undefined ? text.slice(place.start, place.end) : typedText(place.text.value);
}

function writtenAtPath({ text, root }: MarkupBody, path: MarkupPath): readonly string[] {
  return placesAtPath(root, path).map(({ start, end }) => text.slice(start, end));
}
