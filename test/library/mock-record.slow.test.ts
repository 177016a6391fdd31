import { describe, expect, it } from 'vitest';
import { comparable, exchangeAll } from '../support/clients/raw-exchange.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startTarget } from '../support/servers/recording.js';
import { respondVaried, VARIED_EXCHANGES } from '../support/mocks/varied-api.js';
import { mockOf } from './mock-record-setup.js';

describe('createMock with proxy', () => {
  it('records, and repeats everything without the other server', async () => {
    const target = await startTarget(respondVaried);
    const cwd = await temporaryWorkspace();
    const options = { cwd, proxy: target.url, record: 'out/recorded.http' };
    const recording = await mockOf([], options);
    const first = await exchangeAll(recording.port, VARIED_EXCHANGES);
    await recording.close();
    expect(recording.warnings).toEqual([]);
    target.server.closeAllConnections();
    target.server.close();
    for (const again of [
      await mockOf([], options),
      await mockOf(['out/recorded.http'], { cwd, strict: true }),
    ]) {
      const second = await exchangeAll(again.port, VARIED_EXCHANGES);
      expect(comparable(VARIED_EXCHANGES, second)).toEqual(comparable(VARIED_EXCHANGES, first));
      expect(again.requests().filter(({ proxied }) => proxied)).toEqual([]);
      await again.close();
    }
  });
});
