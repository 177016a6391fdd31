import { Type } from '../../primitives/shapes/type.js';
import {
  pageFields,
  persistedRun,
  recentEntries,
  resultPage,
  runPage,
  readScopeFields,
  scopeFields,
} from '../schemas/history-schema.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

export const historyRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/history', {
    summary: 'The latest results, kept in memory, oldest first',
    responses: { 200: recentEntries },
    handle: (_call, { history }) => respond(history.recent()),
  }),
  defineRoute('DELETE', '/history', {
    summary: 'Clear the results in memory',
    responses: { 204: null },
    handle: (_call, { history }) => history.clearRecent(),
  }),
  defineRoute('GET', '/history/runs', {
    summary: 'Stored runs, newest first',
    query: Type.Object({ ...pageFields, ...readScopeFields }),
    responses: { 200: runPage },
    errors: [400, 503],
    handle: ({ query }, { history }) => history.runs(query),
  }),
  defineRoute('DELETE', '/history/runs', {
    summary: 'Remove all stored runs',
    query: Type.Object(scopeFields),
    responses: { 204: null },
    errors: [400, 403, 503],
    handle: async ({ query }, { history, results }) => {
      await history.removeRuns(query);
      results.forgetStored();
    },
  }),
  defineRoute('GET', '/history/runs/{id}', {
    summary: 'A stored run with its results and assertions',
    query: Type.Object(readScopeFields),
    responses: { 200: persistedRun },
    errors: [400, 404, 503],
    handle: ({ params, query }, { history }) => history.run(params['id'] ?? '', query),
  }),
  defineRoute('DELETE', '/history/runs/{id}', {
    summary: 'Remove a stored run with its results and assertions',
    responses: { 204: null },
    errors: [400, 403, 404, 503],
    handle: async ({ params }, { history, results }) => {
      await history.removeRun(params['id'] ?? '');
      results.forgetStored();
    },
  }),
  defineRoute('GET', '/history/results', {
    summary: 'Stored results of one request, newest run first',
    query: Type.Object({
      requestName: Type.String(),
      filePath: Type.String(),
      ...pageFields,
      ...readScopeFields,
    }),
    responses: { 200: resultPage },
    errors: [400, 403, 503],
    handle: ({ query }, { history }) => history.results(query),
  }),
];
