import type { PreparedRoute, ResponseMaker } from '../responses/prepared-response.js';

/** Which response of its sequence each route gives next. */
export class Turns {
  #taken = new WeakMap<PreparedRoute, number>();

  /** Every request takes one place, however many arrive at once. */
  next(route: PreparedRoute): ResponseMaker {
    const { turns = [], behaviour } = route;
    const taken = this.#taken.get(route) ?? 0;
    const place = behaviour?.sequence === 'cycle' ? taken % turns.length : Math.min(taken, turns.length - 1);
    this.#taken.set(route, taken + 1);
    return turns[place] ?? route.response;
  }

  /** Every sequence starts with its first response again. */
  reset(): void {
    this.#taken = new WeakMap();
  }
}
