// How an import grows. The server runs already, and its start is no part of the cost.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../processes.mjs';
import { repeated, repetitions } from '../sweep.mjs';

/** @typedef {import('../sweep.mjs').Sweep} Sweep */

/** @type {readonly Sweep[]} */
export const importSweeps = [
  importSweep('openapi', 'operations of an API description', (count) => JSON.stringify(description(count))),
  importSweep('collection', 'requests of a collection', (count) => JSON.stringify(collection(count))),
  importSweep('curl', 'curl commands', (count) =>
    repeated(
      count,
      (i) => `curl -X POST 'https://shop.example.test/orders/${i}' -H 'A: b' -d '{"id":${i}}'\n`,
    ),
  ),
  importSweep('har', 'entries of a HAR document', (count) => JSON.stringify(archive(count)), { chain: true }),
];

/**
 * @param {'openapi' | 'collection' | 'curl' | 'har'} format
 * @param {string} what
 * @param {(count: number) => string} createText
 * @param {object} [fields]
 * @returns {Sweep}
 */
function importSweep(format, what, createText, fields = {}) {
  return {
    name: `import-${format}`,
    what,
    expected: 'linear',
    sizes: [1, 10, 100, 1000, 3000],
    rounds: 3,
    open: async (context) => {
      const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error', '--watch=false'];
      const server = await startServer(context, ['serve', '.', ...flags]);
      const file = format === 'curl' ? 'source.txt' : 'source.json';
      const body = { [format === 'openapi' ? 'specPath' : 'filePath']: file, ...fields };
      return {
        measure: async (size) => {
          writeFileSync(join(context.directory, file), createText(size));
          const times = repetitions(size, 1000, 30);
          const before = await server.usedMs();
          for (let i = 0; i < times; i += 1)
            await server.call(`/api/v1/import/${format}`, { method: 'POST', body });
          return ((await server.usedMs()) - before) / times;
        },
        close: () => server.stop(),
      };
    },
  };
}

/** Schemas refer to each other, and every operation uses them. @param {number} count */
function description(count) {
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const schema = { $ref: `#/components/schemas/Parcel${i}` };
      const content = { 'application/json': { schema } };
      const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
      const responses = { 201: { description: 'made', content } };
      return [
        `/parcels${i}/{id}`,
        { post: { summary: 'Change a parcel', parameters, requestBody: { content }, responses } },
      ];
    }),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const next = { $ref: `#/components/schemas/Parcel${(i + 1) % count}` };
      const properties = { id: { type: 'string' }, weight: { type: 'number' }, ...(i % 3 > 0 && { next }) };
      return [`Parcel${i}`, { type: 'object', required: ['id'], properties }];
    }),
  );
  return { openapi: '3.0.3', info: { title: 'Parcels', version: '1' }, paths, components: { schemas } };
}

/** @param {number} count */
function collection(count) {
  const exec = ['pm.test("ok", () => pm.response.to.have.status(200));'];
  return {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: Array.from({ length: count }, (_, i) => ({ key: `v${i}`, value: String(i) })),
    item: Array.from({ length: count }, (_, i) => ({
      name: 'Read',
      event: [{ listen: 'test', script: { exec } }],
      request: { method: 'GET', url: { raw: `https://shop.example.test/orders/{{v${i}}}` } },
    })),
  };
}

/** Each request uses a value of the response before. @param {number} count */
function archive(count) {
  const entries = Array.from({ length: count }, (_, i) => {
    const text = JSON.stringify({ token: `token-${i + 1}-of-the-next-request` });
    const json = { name: 'Content-Type', value: 'application/json' };
    return {
      startedDateTime: new Date(1_900_000_000_000 + i * 100).toISOString(),
      time: 1,
      request: {
        method: 'GET',
        url: `https://shop.example.test/orders/token-${i}-of-the-next-request`,
        headers: [json],
      },
      response: { status: 200, statusText: 'OK', headers: [json], content: { mimeType: json.value, text } },
    };
  });
  return { log: { version: '1.2', creator: { name: 'bench', version: '1' }, entries } };
}
