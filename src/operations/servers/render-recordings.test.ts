import { describe, expect, it } from 'vitest';
import { CallMessages } from '../../primitives/threads/call-messages.js';
import type { CallContext } from '../../primitives/threads/serve-calls.js';
import type { Recording } from '../../record/recordings/recording.js';
import { readTargetAddress } from '../../record/proxy/target-address.js';
import type { Engine, EngineCallOptions } from '../engine/engine.js';
import { recordingText } from '../recordings/recording-text.js';
import { performRendering, type RecordingsRendering } from '../recordings/perform-rendering.js';
import { renderRecordings } from './render-recordings.js';

const target = readTargetAddress('http://depot.example.test/v2/') ?? expect.fail();
const NEVER = new AbortController().signal;

function recording(arrival: number, body = ''): Recording {
  const message = {
    headers: [{ name: 'Content-Type', value: 'text/plain' }],
    body: { text: body, bytes: null, size: body.length, truncated: false },
  };
  return {
    arrival,
    startedAt: 1000 * arrival,
    duration: 3,
    method: 'GET',
    path: ['/crates/', { placeholder: 'TOKEN' }],
    query: '',
    httpVersion: '1.1',
    request: { headers: [], body: { text: null, bytes: null, size: 0, truncated: false } },
    response: { ...message, statusCode: 200, statusText: 'OK' },
    values: [],
    knownSecrets: 0,
  };
}

function recordings(count: number, body = ''): readonly Recording[] {
  return Array.from({ length: count }, (_, index) => recording(index + 1, body));
}

type Options = EngineCallOptions<'renderRecordings'>;

/** Everything goes to and fro as it does between threads; the first attempts are lost on the way. */
function engineOf(lostAttempts = 0): Pick<Engine, 'call'> & { readonly pieces: number[]; lane?: unknown } {
  const pieces: number[] = [];
  const attempt = async (input: RecordingsRendering, options: Options, isLost: boolean): Promise<unknown> => {
    const emit = (event: null): unknown => setImmediate(() => options.onEvent?.(event));
    const signal = options.signal ?? NEVER;
    const messages = new CallMessages();
    const onMessage: CallContext<null>['onMessage'] = (listener) => messages.listen(listener);
    const context: CallContext<null> = { id: 1, signal, emit, emitAtOnce: emit, onMessage };
    let lose: (() => void) | undefined;
    const lost = new Promise<void>((resolve) => (lose = resolve));
    options.onStart?.((piece) => {
      pieces.push((piece as readonly unknown[]).length);
      if (isLost) lose?.();
      else messages.add(structuredClone(piece));
    }, 1);
    const performed = performRendering(structuredClone(input), context);
    return isLost ? lost : performed;
  };
  const engine = {
    pieces,
    lane: undefined as unknown,
    call: async (_operation: string, input: unknown, options: Options) => {
      engine.lane = options.lane;
      for (let left = lostAttempts; left > 0; left -= 1) await attempt(input as never, options, true);
      return attempt(input as never, options, false);
    },
  };
  return engine as never;
}

async function rendered(...given: Parameters<typeof renderRecordings>): Promise<unknown> {
  return JSON.parse(Buffer.from(await renderRecordings(...given)).toString());
}

describe('recordings that are rendered in a thread', () => {
  it.each(['http', 'har', 'json'] as const)('are the text of the command line as %s', async (format) => {
    const text = { format, chain: true };
    const list = recordings(45, 'line\u2028 \ud800 {{x}}');
    const engine = engineOf();
    const content = await recordingText(list, target, text);
    expect(await rendered(list, { target, text }, engine, NEVER)).toEqual({ content });
    expect(content).toContain(format === 'http' ? '{{TOKEN}}' : 'TOKEN');
    expect([engine.pieces, engine.lane]).toEqual([[20, 20, 5], 'heavy']);
  });

  it('go in pieces of few bytes, and where they disturb nobody', async () => {
    const text = { format: 'json', chain: false } as const;
    const large = engineOf();
    await rendered(recordings(5, 'x'.repeat(200_000)), { target, text }, large, NEVER);
    expect([large.pieces, large.lane]).toEqual([[2, 2, 1], 'heavy']);
    const none = engineOf();
    expect(await rendered([], { target, text }, none, NEVER)).toEqual({ content: '[]\n' });
    expect([none.pieces, none.lane]).toEqual([[], 'light']);
  });

  it('are sent again from the first when the call is made again', async () => {
    const text = { format: 'json', chain: false } as const;
    const list = recordings(45);
    const engine = engineOf(1);
    const content = await recordingText(list, target, text);
    expect(await rendered(list, { target, text }, engine, NEVER)).toEqual({ content });
    expect(engine.pieces).toEqual([20, 20, 20, 5]);
  });

  it('are shown whole, one at a time', async () => {
    expect(await rendered([recording(7, 'a')], { target }, engineOf(), NEVER)).toMatchObject({
      id: 7,
      path: '/v2/crates/{{TOKEN}}',
      response: { body: 'a', bodyEncoding: 'utf-8' },
    });
  });

  it('are waited for no longer than the caller wants them', async () => {
    const giveUp = new AbortController();
    const emit = (): undefined => undefined;
    const call = { id: 1, signal: giveUp.signal, emit, emitAtOnce: emit, onMessage: emit };
    const waiting = performRendering({ target, count: 1 }, call);
    giveUp.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(performRendering({ target, count: 1 }, call)).rejects.toThrow('enough');
  });
});
