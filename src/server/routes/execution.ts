import { Type } from '../../primitives/shapes/type.js';
import type { ExecutionRequest } from '../../operations/runs/execution-request.js';
import type { Service } from '../../operations/servers/service.js';
import { defineRoute, respond, type ApiCall, type ApiRoute, type CallExchange } from '../call/route.js';
import { runResult } from '../schemas/run-result-schema.js';

const file = Type.String({ description: 'A request file, relative to the workspace.' });
const environment = Type.Optional(Type.String({ description: 'Instead of the active one.' }));
const requestName = Type.Optional(
  Type.String({ description: 'Only this request, after those it depends on; all when left out.' }),
);

const results = Type.Optional(
  Type.Enum(['all', 'summary'], {
    additive: true,
    description: 'With `summary` the list of results is empty; the server keeps them (`GET /results`).',
  }),
);

const execute = (
  { body }: ApiCall<ExecutionRequest>,
  { executions }: Pick<Service, 'executions'>,
  { signal }: CallExchange,
): Promise<Uint8Array> => executions.execute(body, signal);

export const executionRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/execute', {
    summary: 'Run the requests of a file, or one of them',
    body: Type.Object({ file, requestName, environment, results }),
    responses: { 200: runResult },
    errors: [400, 403, 404, 503],
    handle: execute,
  }),
  defineRoute('POST', '/run', {
    summary: 'Run every request of a file',
    body: Type.Object({ file, environment, results }),
    responses: { 200: runResult },
    errors: [400, 403, 404, 503],
    handle: execute,
  }),
  defineRoute('POST', '/executions/{id}/stop', {
    summary: 'Stop a running execution; what has finished is its result',
    additive: true,
    responses: { 200: Type.Object({ status: Type.Literal('stopping') }) },
    errors: [400, 404],
    handle: ({ params }, { executions }) => {
      executions.stop(params['id'] ?? '');
      return respond({ status: 'stopping' });
    },
  }),
];
