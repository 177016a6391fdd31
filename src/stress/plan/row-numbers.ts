/**
 * The data rows and elements of iterations, as a function of the plan: which row an iteration uses depends neither on when it starts
 * nor on the thread that sends it.
 */
import type { LoadDefinition, RequestChain } from './load-plan.js';
import type { WeightedPick } from './weighted-pick.js';

/** The number of the row or element that the request at this place of the definitions uses, before it starts over. */
export type RowNumbers = (definition: number) => number;

export interface PlannedRequests {
  readonly definitions: readonly LoadDefinition[];
  readonly chains: readonly RequestChain[];
  readonly weights: readonly number[];
}

export const FIRST_ROW: RowNumbers = () => 0;

/** Users mode: in each round every user takes the next row. */
export function userRowNumbers(user: number, round: number, users: number): RowNumbers {
  const number = user + round * users;
  return () => number;
}

/** Rate mode: the n-th iteration that contains a request uses row n of its data, but iteration n element n of a list. */
export class IterationRows {
  readonly #pick: WeightedPick;
  /** For each chain, the requests with data that other chains do not contain. */
  readonly #countedOf: readonly (readonly number[])[];
  readonly #hasRows: boolean;
  /** How many of the first `#counted` iterations contain a request, by definition. */
  readonly #counts = new Map<number, number>();
  #counted = 0;

  constructor({ definitions, chains, weights }: PlannedRequests, pick: WeightedPick) {
    this.#pick = pick;
    const withRows = definitions.flatMap(({ node }, place) =>
      node.request.metadata.data === undefined ? [] : [place],
    );
    this.#hasRows =
      withRows.length > 0 || definitions.some(({ node }) => node.request.metadata.each !== undefined);
    const picked = chains.filter((_, index) => weights[index] !== 0);
    for (const place of withRows) {
      if (!picked.every(({ steps }) => steps.includes(place))) this.#counts.set(place, 0);
    }
    this.#countedOf = chains.map(({ steps }) => steps.filter((place) => this.#counts.has(place)));
  }

  /** Another instance that starts with an iteration. What is counted already is not counted again. */
  startingWith(iteration: number, plan: PlannedRequests): IterationRows {
    const rows = new IterationRows(plan, this.#pick);
    if (this.#counted > iteration) return rows;
    for (const [place, count] of this.#counts) rows.#counts.set(place, count);
    rows.#counted = this.#counted;
    return rows;
  }

  /** Iterations are asked for in rising order. */
  of(iteration: number): RowNumbers {
    if (!this.#hasRows) return FIRST_ROW;
    if (this.#counts.size === 0) return () => iteration;
    this.#countUpTo(iteration);
    const own = new Map(this.#counts);
    return (definition) => own.get(definition) ?? iteration;
  }

  /** Choices depend on the seed alone, so every thread counts those of all threads. */
  #countUpTo(iteration: number): void {
    const counts = this.#counts;
    for (; this.#counted < iteration; this.#counted++) {
      for (const place of this.#countedOf[this.#pick(this.#counted, 0)] ?? []) {
        counts.set(place, (counts.get(place) ?? 0) + 1);
      }
    }
  }
}
