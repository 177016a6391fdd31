import { describe, expect, it } from 'vitest';
import { cutEventStream } from '../../test/support/runs/cut-event-stream.js';

describe('connections of the load', () => {
  it('count an event stream that the time limit cuts as a response', async () => {
    for (const path of ['quick', 'ordinary'] as const)
      expect(await cutEventStream(path, 5000), path).toMatchObject({ errorKinds: {}, totalRequests: 2 });
  });
});
