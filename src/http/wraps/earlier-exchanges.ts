/** When several exchanges lead to one response, the earlier ones stay visible on the response and on the failure. */
import { RequestFailure, type HttpResponse } from '../message/message.js';

type EarlierExchanges = Pick<HttpResponse, 'exchanges' | 'warnings'>;

export async function withEarlierExchanges(
  earlier: EarlierExchanges,
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

/** Adds the earlier exchanges to a failure; any other error is returned unchanged. */
export function withEarlierExchangesOnFailure(
  earlier: Pick<EarlierExchanges, 'exchanges'>,
  error: unknown,
): unknown {
  if (!(error instanceof RequestFailure) || earlier.exchanges.length === 0) return error;
  return new RequestFailure(error.errorKind, error.message, {
    cause: error.cause,
    exchanges: [...earlier.exchanges, ...error.exchanges],
  });
}
