/** Other statuses than the one of a response: those that real APIs mistake for each other. */
import type { MutationKind } from '../model/mutation-kinds.js';
import type { Offer } from './offer.js';

/** By the first digit: a failure instead of success, success instead of a failure, the fault of the other side. */
const OTHER_CLASSES: Readonly<Record<number, readonly number[]>> = {
  2: [500, 404],
  3: [200, 500],
  4: [200, 500],
  5: [200, 404],
};

const SAME_CLASS: Readonly<Record<number, number>> = {
  200: 201,
  201: 200,
  202: 200,
  204: 200,
  301: 302,
  302: 303,
  400: 422,
  401: 403,
  403: 401,
  404: 410,
  409: 400,
  422: 400,
  500: 503,
  503: 500,
};

/** For a status that the table does not have: the general one of its class. */
const GENERAL: Readonly<Record<number, number>> = { 2: 200, 3: 302, 4: 400, 5: 500 };

export function statusOffers(status: number): Offer[] {
  const firstDigit = Math.floor(status / 100);
  const near = SAME_CLASS[status] ?? GENERAL[firstDigit];
  return [
    ...(OTHER_CLASSES[firstDigit] ?? []).map((other) => statusOffer('status-outside-class', other)),
    ...(near === undefined ? [] : [statusOffer('status-in-class', near)]),
  ];
}

function statusOffer(kind: MutationKind, status: number): Offer {
  return { kind, change: { on: 'status', status }, detail: `: ${status}` };
}
