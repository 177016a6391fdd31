import { describe, expect, it } from 'vitest';
import { request } from '../../../test/support/clients/http-client.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { setUp, tokenServer, url } from '../../../test/support/clients/oauth2-setup.js';
import { createAuthState } from './auth-state.js';

describe('the life of a token', () => {
  it('is not touched when the time of day is set back or forward', async () => {
    let day = 1e12;
    const clock = new ManualClock();
    const tokens = tokenServer({ expires_in: 100 });
    const { send } = setUp({ tokens, state: createAuthState({ wallClock: () => day, clock }) });
    await send(request(url));
    day += 3_600_000;
    await send(request(url));
    expect(tokens.received).toHaveLength(1);
    day -= 7_200_000;
    await clock.turn(70_000);
    await send(request(url));
    expect(tokens.received).toHaveLength(2);
  });
});
