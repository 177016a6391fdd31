import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';
import { type RequestEntry } from './requests-setup.js';

describe('GET /requests', () => {
  it('lists ten thousand requests, those of a large file too, while other calls are answered', async () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `### r${at}\nGET http://127.0.0.1:1/${at}\n`).join('\n');
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`f${at}.http`, many(80)] as const),
    );
    const { get } = await startServer({ files: { ...files, 'large.http': many(40_000) } });
    const [listed, health] = await Promise.all([get('/requests'), get('/health')]);
    expect(health.status).toBe(200);
    const entries = listed.json as RequestEntry[];
    expect(entries).toHaveLength(48_000);
    expect(entries.at(-1)).toMatchObject({ file: 'large.http', name: 'r39999', line: 119_998 });
  });
});
