import { describe, expect, it } from 'vitest';
import { start } from './mock-setup.js';

describe('createMock', () => {
  it('keeps the last 1,000 requests', async () => {
    const mock = await start();
    for (let count = 0; count < 1005; count += 1) await (await fetch(`${mock.url}/n/${count}`)).text();
    const paths = mock.requests().map(({ path }) => path);
    expect([paths.length, paths[0], paths.at(-1)]).toEqual([1000, '/n/5', '/n/1004']);
  });
});
