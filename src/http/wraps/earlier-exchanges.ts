/** Several exchanges make one answer: what went before stays visible on the answer and on the failure. */
import { RequestFailure, type Exchange, type HttpResponse } from '../message/message.js';

export interface Earlier {
  readonly exchanges: readonly Exchange[];
  readonly warnings: readonly string[];
}

export async function withEarlierExchanges(
  earlier: Earlier,
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  let response: HttpResponse;
  try {
    response = await send();
  } catch (error) {
    throw withEarlierExchangesOnFailure(earlier, error);
  }
  if (earlier.exchanges.length === 0 && earlier.warnings.length === 0) return response;
  return {
    ...response,
    exchanges: [...earlier.exchanges, ...response.exchanges],
    warnings: [...earlier.warnings, ...response.warnings],
  };
}

/** The same failure after the exchanges that led to it; anything else is passed on. */
export function withEarlierExchangesOnFailure(earlier: Pick<Earlier, 'exchanges'>, error: unknown): unknown {
  if (!(error instanceof RequestFailure) || earlier.exchanges.length === 0) return error;
  return new RequestFailure(error.errorKind, error.message, {
    cause: error.cause,
    exchanges: [...earlier.exchanges, ...error.exchanges],
  });
}
