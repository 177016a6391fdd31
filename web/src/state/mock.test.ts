import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MockState, ServerEvent } from '../../../src/server/api-types.js';

/** What the server responds, in turn; the last one stays. */
let states: MockState[] = [];
let asked = 0;

function state(requests: number, pending: boolean): MockState {
  const recording = { file: 'recorded.http', requests, pending, warnings: [] };
  return { running: true, port: 3000, routes: [], warnings: [], proxy: 'http://127.0.0.1:9', recording };
}

const AT = '2031-04-05T06:07:08.000Z';
const REQUEST: Extract<ServerEvent, { type: 'mock_request' }> = {
  type: 'mock_request',
  timestamp: AT,
  payload: {
    event: 'request',
    method: 'GET',
    path: '/a',
    status: 200,
    duration: 1,
    route: '',
    proxied: true,
    timestamp: AT,
  },
};

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  asked = 0;
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1', pathname: '/', search: '' } });
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('/mock/routes')) return Promise.resolve(Response.json({ requests: [] }));
    const { [Math.min(asked, states.length - 1)]: found } = states;
    asked += 1;
    return Promise.resolve(Response.json(found));
  });
});

// Other test files run in the same thread.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the state is read after a request that was passed on, until the file has everything', async () => {
  const { loadMock, mock, onMockEvent } = await import('./mock.js');
  states = [state(0, false), state(0, true), state(1, true), state(2, false), state(9, false)];
  await loadMock();
  onMockEvent(REQUEST);
  onMockEvent(REQUEST);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(mock.value).toEqual(state(2, false));
  expect(asked).toBe(4);
});
