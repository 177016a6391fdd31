import { Type } from '../../primitives/shapes/type.js';
import { lastResult, lastResults } from '../schemas/last-results-schema.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

const file = Type.String({ description: 'A request file, relative to the workspace.' });

const resultName = Type.String({ description: 'Of the result: with data rows, `name [1]` and so on.' });
const occurrence = Type.Optional(
  Type.Integer({ minimum: 1, rule: 'a whole number of 1 or more', description: '1 when left out.' }),
);

export const resultsRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/results', {
    summary: 'The newest result of each request of a file, or the totals of every file',
    additive: true,
    query: Type.Object({ file: Type.Optional(file) }),
    responses: { 200: lastResults },
    errors: [400, 403],
    handle: async ({ query }, { results }) =>
      query.file === undefined ? respond({ files: await results.totals() }) : results.list(query.file),
  }),
  defineRoute('GET', '/results/one', {
    summary: 'The newest result of one request, or the one before it',
    additive: true,
    query: Type.Object({
      file,
      name: resultName,
      previous: Type.Optional(Type.Enum(['true', 'false'])),
      occurrence,
    }),
    responses: { 200: lastResult },
    errors: [400, 403, 404],
    handle: ({ query: { previous, occurrence = 1, ...named } }, { results }) =>
      results.one({ ...named, occurrence, previous: previous === 'true' }),
  }),
  defineRoute('GET', '/results/body', {
    summary: 'The exact bytes of the newest response of a request',
    additive: true,
    query: Type.Object({ file, name: resultName, occurrence }),
    responses: { 200: 'text' },
    textTypes: ['application/octet-stream'],
    responseHeaders: { 'Content-Disposition': 'Always `attachment`, so that no browser shows it as a page.' },
    errors: [400, 403, 404],
    handle: async ({ query: { occurrence: number = 1, ...named } }, { results }) => ({
      status: 200,
      text: await results.body({ ...named, occurrence: number }),
      type: 'application/octet-stream',
      headers: { 'Content-Disposition': 'attachment' },
    }),
  }),
];
