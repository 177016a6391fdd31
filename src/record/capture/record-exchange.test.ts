import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BodyCopy } from './body-copy.js';
import { completeRecording } from './complete-recording.js';
import { BodyCache } from '../recordings/body-cache.js';
import { Sanitizer } from '../recordings/sanitizer.js';
import { SecretValues } from '../recordings/secret-values.js';
import type { Recording } from '../recordings/recording.js';
import {
  createRecordingTools,
  recordExchange,
  type RecordingTools,
  type SeenExchange,
} from './record-exchange.js';
import { caseCount } from '../../../test/support/generated-cases.js';

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', ''];

function copyOf(text: string): BodyCopy {
  const copy = new BodyCopy(100_000);
  if (text !== '') copy.add(Buffer.from(text));
  return copy;
}

const body = fc.constantFrom(
  '{"id":7,"crateId":"c-4711-xy","password":"hunter22"}',
  '{"id":7,"token":"tok-8812-abcdef","note":"hunter22 and tok-8812-abcdef"}',
  '{"list":[{"id":1},{"id":2}],"orderId":"o-99-abcdefgh"}',
  'password=hunter22&order=o-99-abcdefgh',
  '{"id":7,"note":"se-cret-9 hunter22"}',
  '<a password="se-cret-9">tok-8812-abcdef</a>',
  '{"broken":"hunter22"',
  '',
);
const exchange = fc.record({
  path: fc.constantFrom('/crates/7', '/orders/o-99-abcdefgh', '/x/hunter22'),
  query: fc.constantFrom('', '?full=1', '?token=tok-8812-abcdef', '?q=hunter22&crate=c-4711-xy'),
  etag: fc.constantFrom('', 'v-1-abcdefgh'),
  status: fc.constantFrom(200, 404),
  types: fc.tuple(fc.constantFrom(...TYPES), fc.constantFrom(...TYPES)),
  bodies: fc.tuple(body, body),
});

function seenOf(
  made: typeof exchange extends fc.Arbitrary<infer T> ? T : never,
  arrival: number,
): SeenExchange {
  const { path, query, etag, status, types, bodies } = made;
  const message = (at: 0 | 1) => ({
    headers: ['Content-Type', types[at], ...(etag === '' ? [] : ['ETag', etag])],
    contentType: types[at],
    coding: '',
    body: copyOf(bodies[at]),
  });
  return {
    arrival,
    startedAt: 0,
    duration: 1,
    method: 'POST',
    path,
    query,
    httpVersion: '1.1',
    request: message(0),
    response: { ...message(1), statusCode: status, statusText: 'OK' },
  };
}

/** The same secrets and keys as `tools`, without anything that was remembered. */
async function recordAll(
  seen: readonly SeenExchange[],
  tools: RecordingTools,
  renew: (tools: RecordingTools) => RecordingTools,
): Promise<Recording[]> {
  const recordings: Recording[] = [];
  let current = tools;
  for (const each of seen) {
    current = renew(current);
    recordings.push(await recordExchange(each, current));
  }
  return recordings.map((recording) => completeRecording(recording, current.sanitizer));
}

it('records bodies and addresses that it knows like those that it sees for the first time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 12 }), async (made) => {
      const { marks } = createRecordingTools([], new Map(), 100_000);
      const open = (secrets: SecretValues): RecordingTools => ({
        marks,
        sanitizer: new Sanitizer([], secrets, marks),
        requestBodies: new BodyCache(true),
        responseBodies: new BodyCache(false),
        maxBodyBytes: 100_000,
        isExact: false,
      });
      const seen = made.map(seenOf);
      const cached = await recordAll(seen, open(new SecretValues(new Map())), (tools) => tools);
      const secrets = new SecretValues(new Map());
      const fresh = await recordAll(seen, open(secrets), () => open(secrets));
      expect(cached).toEqual(fresh);
    }),
    { numRuns: caseCount(300, 15) },
  );
});

it('removes a secret that was found after a body was recorded, also when the body comes again', async () => {
  const tools = createRecordingTools([], new Map(), 100_000);
  const [first, second] = ['{"note":"se-cret-9"}', '{"password":"se-cret-9"}'];
  const record = (text: string) => {
    const made = {
      path: '/a',
      query: '',
      etag: '',
      status: 200,
      types: [TYPES[0] ?? '', ''],
      bodies: [text, ''],
    };
    return recordExchange(seenOf(made as Parameters<typeof seenOf>[0], 1), tools);
  };
  expect(JSON.stringify(await record(first))).toContain('se-cret-9');
  await record(second);
  expect(JSON.stringify(await record(first))).not.toContain('se-cret-9');
});
