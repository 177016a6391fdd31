import { expect } from 'vitest';
import { type RunningServer } from '../../support/servers/running-server.js';

export const REASON: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
};

export type ErrorCase = readonly [json: unknown, status: number, message: string | RegExp];

export async function expectErrors(
  { call }: RunningServer,
  path: string,
  cases: readonly ErrorCase[],
): Promise<void> {
  for (const [json, status, message] of cases) {
    const response = await call('POST', `/import/${path}`, { json });
    const shown = JSON.stringify(json).slice(0, 100);
    expect([response.status, response.json], shown).toEqual([
      status,
      {
        error: REASON[status],
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    ]);
  }
}
