import { describe, expect, it } from 'vitest';
import { fakeServer, header, type FakeServer } from '../../../test/support/clients/fake-send.js';
import { failure, request } from '../../../test/support/clients/http-client.js';
import { form, json, setUp, tokenServer, url } from '../../../test/support/clients/oauth2-setup.js';

describe('401 from the target', () => {
  /** Accepts only what `good` says. */
  function picky(good: (token: string) => boolean): FakeServer {
    return fakeServer((received) => ({
      status: good(header(received, 'authorization')?.slice('Bearer '.length) ?? '') ? 200 : 401,
    }));
  }

  it('with a fresh token is the result', async () => {
    const tokens = tokenServer();
    const { send, target } = setUp({ tokens, target: picky(() => false) });
    expect((await send(request(url))).statusCode).toBe(401);
    expect([tokens.received.length, target.received.length]).toEqual([1, 1]);
  });

  it('with a cached one: fetched anew, sent once more', async () => {
    const tokens = tokenServer({ refresh_token: 'unused' });
    let revoked = false;
    const target = picky((token) => token !== 'token-1' || !revoked);
    const { send, used } = setUp({ tokens, target });
    await send(request(url));
    revoked = true;
    const response = await send(request(url, { method: 'POST', body: Buffer.from('again') }));
    expect(response.statusCode).toBe(200);
    expect(used()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
    expect(Buffer.from(target.received[2]?.body ?? []).toString()).toBe('again');
    expect(response.exchanges.map((each) => each.response?.statusCode)).toEqual([401, 200, 200]);
    expect(form(tokens.received[1])['grant_type']).toBe('client_credentials');
  });

  it('once more and no further', async () => {
    const tokens = tokenServer();
    let open = true;
    const { send, target } = setUp({ tokens, target: picky(() => open) });
    await send(request(url));
    open = false;
    expect((await send(request(url))).statusCode).toBe(401);
    expect([tokens.received.length, target.received.length]).toEqual([2, 3]);
  });

  it('of 20 requests at the same time: one new token', async () => {
    const tokens = tokenServer();
    let revoked = false;
    const { send, target } = setUp({ tokens, target: picky((token) => token !== 'token-1' || !revoked) });
    await send(request(url));
    revoked = true;
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(request(url))));
    expect(new Set(responses.map((each) => each.statusCode))).toEqual(new Set([200]));
    expect([tokens.received.length, target.received.length]).toEqual([2, 41]);
  });

  it('a new token that cannot be had is the failure', async () => {
    const tokens = fakeServer((_request, index) =>
      index === 0 ? json({ access_token: 't' }) : { status: 503 },
    );
    let open = true;
    const { send } = setUp({ tokens, target: picky(() => open) });
    await send(request(url));
    open = false;
    const refused = await failure(send(request(url)));
    expect(refused.errorKind).toBe('auth');
    expect(refused.exchanges.map((each) => each.response?.statusCode)).toEqual([401, 503]);
  });
});
