import { Type } from '../../primitives/shapes/type.js';
import type { ExecutionRequest } from '../../operations/runs/execution-request.js';
import { REPORT_FORMATS } from '../../operations/runs/report-source.js';
import type { Service } from '../../operations/servers/service.js';
import { RUN_REPORTS } from '../../reports/report-files.js';
import { defineRoute, respond, type ApiCall, type ApiRoute, type CallExchange } from '../call/route.js';
import { runResult } from '../schemas/run-result-schema.js';

const additive = { additive: true };
const file = Type.String({ description: 'A request file, relative to the workspace.' });
const environment = Type.Optional(Type.String({ description: 'Instead of the active one.' }));
const requestName = Type.Optional(
  Type.String({ description: 'Only this request, after those it depends on; all when left out.' }),
);
const MAX_NAMES = 10_000;

/** What is run, and how. */
const choice = {
  requestNames: Type.Optional(
    Type.Array(Type.String(), {
      ...additive,
      maxItems: MAX_NAMES,
      description: 'Only these requests, after those they depend on.',
    }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String(), {
      ...additive,
      maxItems: 100,
      description: 'Only requests with one of these tags.',
    }),
  ),
  excludeTags: Type.Optional(
    Type.Array(Type.String(), {
      ...additive,
      maxItems: 100,
      description: 'Only requests with none of these tags.',
    }),
  ),
  rows: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      ...additive,
      minItems: 1,
      maxItems: 10_000,
      description:
        'Only these data rows or elements, counted from 1; requests that others depend on run with all.',
    }),
  ),
  parallel: Type.Optional(Type.Boolean({ ...additive, description: 'Instead of the setting.' })),
  concurrency: Type.Optional(
    Type.Integer({ ...additive, minimum: 1, maximum: 1000, description: 'Instead of the setting.' }),
  ),
  reports: Type.Optional(
    Type.Boolean({ ...additive, description: 'Keep what POST /reports needs, until memory is short.' }),
  ),
};

const results = Type.Optional(
  Type.Enum(['all', 'summary'], {
    additive: true,
    description: 'With `summary` the list of results is empty; the server keeps them (`GET /results`).',
  }),
);

const skipInvalid = Type.Optional(
  Type.Boolean({
    additive: true,
    description:
      'In a file with errors, run the requests without errors; the others fail with errorKind syntax. Otherwise 400.',
  }),
);

const skipUnsupported = Type.Optional(
  Type.Boolean({
    additive: true,
    description: 'Skip requests that svc cannot run, which fail with errorKind unsupported otherwise.',
  }),
);

const execute = (
  { body }: ApiCall<ExecutionRequest>,
  { executions }: Pick<Service, 'executions'>,
  { signal }: CallExchange,
): Promise<Uint8Array> => executions.execute(body, signal);

const reportTypes = {
  html: 'text/html; charset=utf-8',
  junit: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  tap: 'text/plain; charset=utf-8',
  ctrf: 'application/json; charset=utf-8',
} as const;

export const executionRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/execute', {
    summary: 'Run the requests of a file, or some of them',
    body: Type.Object({ file, requestName, environment, ...choice, skipInvalid, skipUnsupported, results }),
    responses: { 200: runResult },
    errors: [400, 403, 404, 503],
    handle: execute,
  }),
  defineRoute('POST', '/run', {
    summary: 'Run every request of a file',
    body: Type.Object({ file, environment, skipInvalid, skipUnsupported, results }),
    responses: { 200: runResult },
    errors: [400, 403, 404, 503],
    handle: execute,
  }),
  defineRoute('POST', '/reports', {
    summary: 'One report of executions that were run with `reports: true`',
    additive: true,
    body: Type.Object({
      executions: Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 10_000,
        description: 'The ids, in the order of the report.',
      }),
      format: Type.Enum(REPORT_FORMATS),
    }),
    responses: { 200: 'text' },
    textTypes: ['text/html', 'application/xml', 'application/json', 'text/plain'],
    responseHeaders: { 'Content-Disposition': 'The name of the file.' },
    errors: [400, 404],
    handle: async ({ body: { executions, format } }, { reports }, { signal }) => ({
      status: 200,
      text: await reports.render(executions, format, signal),
      type: reportTypes[format],
      headers: { 'Content-Disposition': `attachment; filename="${RUN_REPORTS[format].fileName}"` },
    }),
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
