import { defineRoute, type ApiRoute } from '../call/route.js';
import { strengthOptions, strengthReport } from '../schemas/strength-schema.js';

export const strengthRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/strength', {
    summary: 'How much the tests of a file would notice, and what would make them notice more',
    additive: true,
    body: strengthOptions,
    responses: { 200: strengthReport },
    errors: [400, 403, 404, 503],
    handle: ({ body }, { strength }, { signal }) => strength.measure(body, signal),
  }),
];
