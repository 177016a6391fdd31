/** Routes of the same method and path, of which each request gets one. */
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { PreparedRoute } from '../responses/prepared-response.js';
import type { PartPlace, RouteRules, WrittenPart } from '../responses/route-rules.js';
import { CompiledConditions, type Failure } from './compiled-conditions.js';
import { ConditionIndex } from './condition-index.js';
import type { MatchedRequest } from './matched-request.js';
import { keysAt } from './part-keys.js';
import { describeMismatch, matchesPart, placeName } from './part-match.js';
import { RuleIndex } from './rule-index.js';

export type { MatchedRequest } from './matched-request.js';

/** The route that responds, or why none of them does; the nearest first. */
export type Choice =
  | { readonly route: PreparedRoute }
  | { readonly failed: readonly { readonly route: PreparedRoute; readonly failed: string }[] };

/** Why the routes were chosen or not. */
export interface ExplainedChoice {
  readonly choice: Choice;
  /** Why the chosen route was chosen. */
  readonly because: string;
  /** Why the others were not chosen. */
  readonly reasons: ReadonlyMap<PreparedRoute, string>;
}

interface Alternative {
  readonly route: PreparedRoute;
  /** Counts the equal routes. */
  readonly order: number;
  readonly rules: RouteRules;
  readonly conditions: CompiledConditions | undefined;
  /** How many parts or conditions match when it fits. */
  readonly count: number;
  readonly choice: Choice;
}

export class Alternatives {
  readonly #all: readonly Alternative[];
  /** Those without conditions, by their places in the index. */
  readonly #plain: readonly Alternative[];
  readonly #index: RuleIndex;
  readonly #conditions: ConditionIndex<Alternative>;
  /** Responds when none fits. */
  readonly #fallback: Alternative | undefined;
  readonly #hasOpen: boolean;
  /** A request that is written without a body differs from the others by that. */
  readonly #comparesBodies: boolean;
  /** Whether the choice depends on the request. */
  readonly compares: boolean;
  readonly readsBody: boolean;

  constructor(routes: readonly PreparedRoute[], isStrict = false) {
    this.#all = routes.map(createAlternative);
    this.#plain = this.#all.filter(({ conditions }) => conditions === undefined);
    this.#index = new RuleIndex(this.#plain.map(({ rules }) => rules));
    this.#conditions = new ConditionIndex(this.#all.filter(({ conditions }) => conditions));
    this.#fallback = isStrict ? undefined : this.#plain[0];
    this.#hasOpen = this.#all.some(({ rules }) => rules.open.length > 0);
    this.#comparesBodies = routes.length > 1 && this.#all.some(({ rules }) => rules.parts.some(isInBody));
    const hasParts = this.#all.some(({ rules }) => rules.parts.length > 0);
    const isChoice = routes.length > 1 && (hasParts || this.#hasOpen);
    const hasConditions = this.#all.some(({ conditions }) => conditions !== undefined);
    this.compares = isChoice || hasConditions || (isStrict && hasParts);
    this.readsBody = this.compares && this.#all.some(looksAtBody);
  }

  /** Synchronous unless a condition has to be waited for. */
  choose(matched: MatchedRequest): Choice | Promise<Choice> {
    const fitting = this.#fitting(matched);
    for (let at = 0; at < fitting.length; at += 1) {
      const alternative = fitting[at] as Alternative;
      const failure = alternative.conditions?.check(matched);
      if (failure === undefined) return alternative.choice;
      if (failure instanceof Promise) return this.#chooseFrom(fitting, at, matched);
    }
    return this.#fallback?.choice ?? this.#miss(matched);
  }

  async explain(matched: MatchedRequest): Promise<ExplainedChoice> {
    const choice = await this.choose(matched);
    const chosen = this.#all.find(({ route }) => 'route' in choice && route === choice.route);
    const reasons = new Map<PreparedRoute, string>();
    for (const alternative of this.#all.slice(0, MAX_EXPLAINED)) {
      if (alternative === chosen) continue;
      const failure = await this.#failure(alternative, matched);
      reasons.set(alternative.route, failure ?? laterReason(alternative, chosen, matched.request));
    }
    const isFitting = chosen !== undefined && (await this.#failure(chosen, matched)) === undefined;
    return { choice, because: isFitting ? fittingReason(chosen) : NONE_FITS, reasons };
  }

  /** Those whose parts match and whose conditions may hold, the best first. */
  #fitting(matched: MatchedRequest): readonly Alternative[] {
    const { request } = matched;
    const fitting = [...this.#conditions.candidates(matched)];
    for (const index of this.#index.fitting(request)) {
      const alternative = this.#plain[index] as Alternative;
      if (this.#partFailure(alternative, request, false) === undefined) fitting.push(alternative);
    }
    if (fitting.length < 2) return fitting;
    if (!this.#hasOpen) return fitting.sort((a, b) => b.count - a.count || a.order - b.order);
    const open = new Map(fitting.map((each) => [each, presence(each, request)]));
    return fitting.sort(
      (a, b) => b.count - a.count || (open.get(b) ?? 0) - (open.get(a) ?? 0) || a.order - b.order,
    );
  }

  async #chooseFrom(
    fitting: readonly Alternative[],
    start: number,
    matched: MatchedRequest,
  ): Promise<Choice> {
    for (const { conditions, choice } of fitting.slice(start)) {
      if ((await conditions?.check(matched)) === undefined) return choice;
    }
    return this.#fallback?.choice ?? this.#miss(matched);
  }

  /** Names the nearest: those with the most matching parts. */
  async #miss(matched: MatchedRequest): Promise<Choice> {
    const counts = new Map(this.#all.map((each) => [each, matchingParts(each, matched.request)]));
    const nearest = this.#all.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    const failed: { route: PreparedRoute; failed: string }[] = [];
    for (const alternative of nearest.slice(0, MAX_NEAREST)) {
      const failure = await this.#failure(alternative, matched);
      failed.push({ route: alternative.route, failed: failure ?? '' });
    }
    return { failed };
  }

  #failure(alternative: Alternative, matched: MatchedRequest): Failure | Promise<Failure> {
    const { conditions } = alternative;
    return conditions ? conditions.check(matched) : this.#partFailure(alternative, matched.request, true);
  }

  /** `isWhole` checks the indexed parts, too. */
  #partFailure({ rules, conditions }: Alternative, request: ReceivedRequest, isWhole: boolean): Failure {
    if (conditions) return undefined;
    for (const part of rules.parts) {
      if (!isWhole && part.pieces === undefined) continue;
      if (!matchesPart(request, part)) return describeMismatch(request, part);
    }
    const isUnexpected = this.#comparesBodies && !rules.hasBody && request.body.length > 0;
    return isUnexpected ? 'the request has a body, and this one is written without' : undefined;
  }
}

const MAX_NEAREST = 3;
const MAX_EXPLAINED = 1000;

/** A route without a request of the files, such as a token endpoint. */
const NO_RULES: RouteRules = { parts: [], open: [], hasBody: true };

function createAlternative(route: PreparedRoute, order: number): Alternative {
  const written = route.rules ?? NO_RULES;
  const conditions = written.conditions && new CompiledConditions(written.conditions, route);
  // Conditions count instead of what the request is written with.
  const rules = conditions ? NO_RULES : written;
  const count = conditions?.count ?? rules.parts.length;
  return { route, order, rules, conditions, count, choice: { route } };
}

const BODY_PLACES: ReadonlySet<PartPlace['in']> = new Set(['form', 'json', 'text', 'graphql']);

function isInBody({ in: place }: PartPlace): boolean {
  return BODY_PLACES.has(place);
}

function looksAtBody({ rules, conditions }: Alternative): boolean {
  return conditions?.readsBody === true || [...rules.parts, ...rules.open].some(isInBody);
}

/** How many more of the parts with unknown values are there than are missing. */
function presence({ rules }: Alternative, request: ReceivedRequest): number {
  let count = 0;
  for (const place of rules.open) count += keysAt(request, place).length > 0 ? 1 : -1;
  return count;
}

function matchingParts({ rules }: Alternative, request: ReceivedRequest): number {
  return rules.parts.filter((part: WrittenPart) => matchesPart(request, part)).length;
}

const NONE_FITS = 'no route fits, so the first one responds';
const MAX_NAMES = 10;

function fittingReason({ rules, route }: Alternative): string {
  const conditions = route.rules?.conditions?.flatMap(({ written }) => written.map((text) => `\`${text}\``));
  const names = conditions ?? rules.parts.map(placeName);
  if (names.length === 0) return 'its request asks for nothing that the other ones have';
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${conditions ? 'holds' : 'matches'}: ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

function laterReason(
  alternative: Alternative,
  chosen: Alternative | undefined,
  request: ReceivedRequest,
): string {
  if (chosen === undefined || alternative.count === chosen.count) {
    const isLess = chosen && presence(alternative, request) < presence(chosen, request);
    if (isLess) return 'it matches as well, but has less in common with the request';
    return 'it matches as well, but its request is written later';
  }
  return `it matches, but by ${alternative.count} instead of ${chosen.count}`;
}
