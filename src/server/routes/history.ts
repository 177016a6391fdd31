import { Type } from '../../primitives/shapes/type.js';
import {
  pageFields,
  persistedRun,
  recentEntries,
  resultPage,
  runPage,
  scopeFields,
} from '../schemas/history-schema.js';
import { defineRoute, jsonResponse, type ApiResponse, type ApiRoute } from '../call/route.js';

const DONE: ApiResponse = { status: 204 };

export const historyRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/history',
    summary: 'The latest results, kept in memory, oldest first',
    responses: { 200: recentEntries },
    errors: [],
    handle: (_call, { history }) => ({ status: 200, json: history.recent() }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/history',
    summary: 'Clear the results in memory',
    responses: { 204: null },
    errors: [],
    handle: (_call, { history }) => {
      history.clearRecent();
      return DONE;
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/history/runs',
    summary: 'Stored runs, newest first',
    query: Type.Object({ ...pageFields, ...scopeFields }),
    responses: { 200: runPage },
    errors: [400, 503],
    handle: async ({ query }, { history }) => jsonResponse(await history.runs(query)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/history/runs',
    summary: 'Remove all stored runs',
    query: Type.Object(scopeFields),
    responses: { 204: null },
    errors: [400, 503],
    handle: async ({ query }, { history }) => {
      await history.removeRuns(query);
      return DONE;
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/history/runs/{id}',
    summary: 'A stored run with its results and assertions',
    responses: { 200: persistedRun },
    errors: [400, 404, 503],
    handle: async ({ params }, { history }) => jsonResponse(await history.run(params['id'] ?? '')),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/history/runs/{id}',
    summary: 'Remove a stored run with its results and assertions',
    responses: { 204: null },
    errors: [400, 404, 503],
    handle: async ({ params }, { history }) => {
      await history.removeRun(params['id'] ?? '');
      return DONE;
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/history/results',
    summary: 'Stored results of one request, newest run first',
    query: Type.Object({
      requestName: Type.String(),
      filePath: Type.String(),
      ...pageFields,
      ...scopeFields,
    }),
    responses: { 200: resultPage },
    errors: [400, 403, 503],
    handle: async ({ query }, { history }) => jsonResponse(await history.results(query)),
  }),
];
