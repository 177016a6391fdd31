import { Type } from '../../primitives/shapes/type.js';
import { lastResult, lastResults } from '../schemas/last-results-schema.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

const file = Type.String({ description: 'A request file, relative to the workspace.' });

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
      name: Type.String({ description: 'Of the result: with data rows, `name [1]` and so on.' }),
      previous: Type.Optional(Type.Enum(['true', 'false'])),
      occurrence: Type.Optional(
        Type.Integer({ minimum: 1, rule: 'a whole number of 1 or more', description: '1 when left out.' }),
      ),
    }),
    responses: { 200: lastResult },
    errors: [400, 403, 404],
    handle: ({ query: { previous, occurrence = 1, ...named } }, { results }) =>
      results.one({ ...named, occurrence, previous: previous === 'true' }),
  }),
];
