import { type CallOptions, type RunningServer } from '../../support/servers/running-server.js';
import { ERROR_CASES } from './error-cases.js';

export async function caseOf(
  { call }: RunningServer,
  sent: readonly [string, string, CallOptions],
): Promise<unknown> {
  const { status, json } = await call(...sent);
  const message = String((json as { message?: unknown }).message);
  const found = Object.entries(ERROR_CASES).find(
    ([, [wanted, form]]) => wanted === status && form.test(message),
  );
  return found?.[0] ?? `${status} ${message}`;
}
