/**
 * Which changes no test has to notice: what earlier runs that passed show, and what means nothing. Without an earlier
 * run only what the response itself shows counts.
 */
import { ABSENT } from '../../evaluation/values/absent.js';
import { isStrictlyEqual } from '../../evaluation/values/equality.js';
import { toJson, type JsonValue } from '../../evaluation/values/json.js';
import type { EquivalenceRule } from '../model/equivalence-rules.js';
import type { Mutant, ValuePath } from '../model/mutant.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { isInfrastructureHeader } from './infrastructure-headers.js';
import { MarkupEquivalence } from './markup/markup-equivalence.js';
import { earlierOrderRule, isSame, isSuchValue, repetitionRule, type Past } from './past-values.js';
import { jsonBodyOf } from './stored-body.js';
import { valueAt, valuesAt } from './values-at.js';

const NO_PAST: Past = { varies: false, values: [] };

export class Equivalence {
  readonly #exchange: StoredExchange;
  readonly #now: JsonValue | undefined;
  readonly #earlier: readonly StoredExchange[];
  #documents: readonly JsonValue[] | undefined;
  #markup: MarkupEquivalence | undefined;
  readonly #pasts = new Map<string, Past>();

  /** Runs of other data rows say nothing, since their values differ by intent. */
  constructor(exchange: StoredExchange, earlier: readonly StoredExchange[]) {
    this.#exchange = exchange;
    this.#now = jsonBodyOf(exchange)?.value;
    this.#earlier = earlier.filter((other) => other !== exchange && other.row === exchange.row);
  }

  /** Undefined for a change that a test should notice. */
  ruleOf(mutant: Mutant): EquivalenceRule | undefined {
    const { change, kind } = mutant;
    switch (change.on) {
      case 'header':
        return isInfrastructureHeader(change.name) ? 'infrastructure-header' : undefined;
      case 'status':
        return this.#earlier.some(
          ({ status }) => status === change.status && status !== this.#exchange.status,
        )
          ? 'value-varies'
          : undefined;
      case 'text':
        return undefined;
      case 'value':
        if (kind === 'list-reordered') return this.#orderRule(change.path);
        if (kind === 'element-duplicated') return this.#repetitionRule(change.path);
        return this.#valueRule(mutant, change.path);
      case 'markup':
        this.#markup ??= new MarkupEquivalence(this.#exchange, this.#earlier);
        return this.#markup.ruleOf(kind, change.path);
    }
  }

  /** A type, a missing field and the like are left out only when an earlier run had just that at the place. */
  #valueRule({ kind }: Mutant, path: ValuePath): EquivalenceRule | undefined {
    const past = this.#pastOf(path);
    if (!past.varies) return undefined;
    const now = this.#now === undefined ? ABSENT : valueAt(this.#now, path);
    const isKnown = past.values.some((value) => isSuchValue(kind, value, now));
    return isKnown ? 'value-varies' : undefined;
  }

  #orderRule(path: ValuePath): EquivalenceRule | undefined {
    const list = this.#listAt(path);
    if (list === undefined) return undefined;
    const [first] = list;
    if (list.every((element) => isStrictlyEqual(element, first))) return 'same-order';
    return earlierOrderRule(textsOf(list), this.#earlierLists(path).map(textsOf));
  }

  #repetitionRule(path: ValuePath): EquivalenceRule | undefined {
    const list = this.#listAt(path);
    return list && repetitionRule(textsOf(list), this.#earlierLists(path));
  }

  #listAt(path: ValuePath): readonly JsonValue[] | undefined {
    const value = this.#now === undefined ? undefined : valueAt(this.#now, path);
    return Array.isArray(value) ? (value as readonly JsonValue[]) : undefined;
  }

  /** Those that stood at exactly that place, and were not empty. */
  #earlierLists(path: ValuePath): readonly (readonly JsonValue[])[] {
    return this.#earlierDocuments()
      .map((document) => valueAt(document, path))
      .filter((value): value is readonly JsonValue[] => Array.isArray(value) && value.length > 0);
  }

  #pastOf(path: ValuePath): Past {
    const key = path.map((part) => (typeof part === 'number' ? '*' : JSON.stringify(part))).join('.');
    const now = this.#now === undefined ? undefined : valueAt(this.#now, path);
    if (now === undefined || now === ABSENT) return NO_PAST;
    const exact = `${key} ${path.filter((part) => typeof part === 'number').join(' ')}`;
    let past = this.#pasts.get(exact);
    if (past === undefined) {
      const runs = this.#earlierDocuments()
        .map((document) => valuesAt(document, path))
        .filter((values) => values.length > 0);
      const varies = runs.some((values) => !values.some((value) => isSame(value, now)));
      past = { varies, values: runs.flat() };
      this.#pasts.set(exact, past);
    }
    return past;
  }

  #earlierDocuments(): readonly JsonValue[] {
    this.#documents ??= this.#earlier.flatMap((exchange) => {
      const body = jsonBodyOf(exchange);
      return body === undefined ? [] : [body.value];
    });
    return this.#documents;
  }
}

function textsOf(list: readonly JsonValue[]): readonly string[] {
  return list.map((element) => toJson(element));
}
