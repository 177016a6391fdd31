import { Type } from 'typebox';
import type { ExecutionRequest } from '../../operations/runs/execution-request.js';
import type { Service } from '../../operations/servers/service.js';
import { defineRoute, jsonResponse, type ApiResponse, type Call, type Route } from '../call/route.js';
import { runResult } from '../schemas/run-result-schema.js';

const file = Type.String({ description: 'A request file, relative to the workspace.' });
const environment = Type.Optional(Type.String({ description: 'Instead of the active one.' }));
const requestName = Type.Optional(
  Type.String({ description: 'Only this request, after those it depends on; all when left out.' }),
);

const execute = async (
  { body, signal }: Call<ExecutionRequest>,
  { executions }: Pick<Service, 'executions'>,
): Promise<ApiResponse> => jsonResponse(await executions.execute(body, signal));

export const executionRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/execute',
    summary: 'Run the requests of a file, or one of them',
    body: Type.Object({ file, requestName, environment }),
    answers: { 200: runResult },
    errors: [400, 403, 404, 503],
    handle: execute,
  }),
  defineRoute({
    method: 'POST',
    path: '/run',
    summary: 'Run every request of a file',
    body: Type.Object({ file, environment }),
    answers: { 200: runResult },
    errors: [400, 403, 404, 503],
    handle: execute,
  }),
];
