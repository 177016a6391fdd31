/** How a request is handled whose routes look at it: the steps in their order. */
import type { ServerResponse } from 'node:http';
import {
  prepareFixed,
  toResponse,
  type PreparedResponse,
  type PreparedRoute,
  type ResponseMaker,
} from '../responses/prepared-response.js';
import type { Choice, MatchedRequest } from '../rules/alternatives.js';
import type { ChosenResponse } from './chosen-response.js';
import type { FailedRoute } from './no-route.js';
import type { ResponseDelays } from './response-delays.js';
import { drawBehaviour } from '../faults/draw-behaviour.js';
import { responseOfFault } from '../faults/fault-response.js';
import type { RouteRandom } from '../faults/route-random.js';
import { valuesOf } from '../routing/match-route.js';
import type { MockState } from '../state/mock-state.js';
import { completeByState, refuseByState } from '../state/state-step.js';
import type { RouteGroup } from './route-group.js';
import type { Turns } from './turns.js';

export interface ResponseTools {
  readonly delays: ResponseDelays;
  readonly turns: Turns;
  readonly random: RouteRandom;
  readonly state: MockState;
  /** The response where no route fits. */
  readonly withoutRoute: (failed: readonly FailedRoute[]) => ChosenResponse;
}

export interface IncomingExchange extends MatchedRequest {
  /** For delays, which end with the client. */
  readonly response: ServerResponse;
  /** The host and port under which the client reaches the mock. */
  readonly host: () => string;
}

/** Undefined when the client has gone. */
type MaybeResponse = ChosenResponse | undefined;

/** Synchronous where nothing has to be waited for: a promise costs more than most rules (bench/measures/mock.mjs). */
export function respondToRequest(
  { alternatives }: RouteGroup,
  exchange: IncomingExchange,
  tools: ResponseTools,
): MaybeResponse | Promise<MaybeResponse> {
  const choice = alternatives.choose(exchange);
  if (choice instanceof Promise) return choice.then((chosen) => respondByChoice(chosen, exchange, tools));
  return respondByChoice(choice, exchange, tools);
}

function respondByChoice(
  choice: Choice,
  exchange: IncomingExchange,
  tools: ResponseTools,
): MaybeResponse | Promise<MaybeResponse> {
  const { delays } = tools;
  if ('failed' in choice) return respondToMiss(choice.failed, exchange, tools);
  const { route } = choice;
  if (route.behaviour || route.operation || route.state || delays.delayMs > 0)
    return respondInSteps(route, exchange, tools);
  return fromRoute(route, ownResponse(route, exchange));
}

async function respondToMiss(
  failed: readonly FailedRoute[],
  { response }: IncomingExchange,
  { delays, withoutRoute }: ResponseTools,
): Promise<MaybeResponse> {
  return (await delays.pass(response, delays.delayMs)) ? withoutRoute(failed) : undefined;
}

async function respondInSteps(
  route: PreparedRoute,
  exchange: IncomingExchange,
  tools: ResponseTools,
): Promise<MaybeResponse> {
  const { delays, random } = tools;
  // Drawn in the order in which requests arrive, whichever gets its response first.
  const { delayMs, fault } = drawBehaviour(route.behaviour ?? {}, () => random.next(route));
  if (!(await delays.pass(exchange.response, delays.delayMs + delayMs))) return undefined;
  const instead = fault && responseOfFault(fault);
  const response = instead ?? (await responseOfRoute(route, exchange, tools));
  return fault ? { ...fromRoute(route, response), fault } : fromRoute(route, response);
}

async function responseOfRoute(
  route: PreparedRoute,
  exchange: IncomingExchange,
  { turns, state }: ResponseTools,
): Promise<PreparedResponse> {
  if (route.operation) {
    const values = valuesOf({ route, path: exchange.path });
    return prepareFixed(await route.operation.respond(exchange.request, values));
  }
  const refused = refuseByState(state, route, exchange);
  if (refused) return refused;
  const maker = route.turns ? turns.next(route) : route.response;
  const own = ownResponse(route, exchange, maker);
  return completeByState(state, route, exchange, own);
}

function ownResponse(
  route: PreparedRoute,
  { path, host, request }: IncomingExchange,
  maker?: ResponseMaker,
): PreparedResponse {
  return toResponse({ route, path }, host, maker, request);
}

function fromRoute(route: PreparedRoute, response: PreparedResponse): ChosenResponse {
  return { response, route: route.name, matchedRoute: route };
}
