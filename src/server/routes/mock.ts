import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

const additive = { additive: true };

const warnings = Type.Array(Type.String(), {
  ...additive,
  description:
    'Where a response does not pass the assertions of its own request, or lacks what it captures, with file and line.',
});

export const mockRoute = Type.Object(
  {
    method: Type.String(),
    path: Type.String({ description: 'Parameters as {name}.' }),
    name: Type.String(),
    statusCode: Type.Integer(),
    contentType: Type.String({ description: 'Empty without a body.' }),
    file: Type.String({ ...additive, description: 'Where the request of this route is written.' }),
    line: Type.Integer(additive),
    warnings: Type.Optional(warnings),
  },
  { title: 'MockRoute' },
);

export const mockStatus = Type.Object(
  {
    running: Type.Literal(true),
    port: Type.Integer(),
    routes: Type.Array(mockRoute),
    warnings,
  },
  { title: 'MockStatus' },
);

export const mockIdle = Type.Object({ running: Type.Literal(false) }, { title: 'MockIdle' });

export const mockStart = Type.Object({
  files: Type.Array(Type.String({ minLength: 1, description: 'A request file, relative to the workspace.' })),
  port: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 65_535, description: '3000 when left out; 0 takes a free one.' }),
  ),
  delay: Type.Optional(Type.String({ description: 'Duration before each response, such as 250ms.' })),
  environment: Type.Optional(Type.String({ ...additive, description: 'Instead of the active one.' })),
  strict: Type.Optional(Type.Boolean({ ...additive, description: 'A response with a warning is an error.' })),
  cors: Type.Optional(
    Type.Boolean({ ...additive, description: 'Pages of other origins may read the responses.' }),
  ),
});

export const mockRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/mock/start', {
    summary: 'Start the mock server on the requests of some files',
    body: mockStart,
    responses: { 200: mockStatus },
    errors: [400, 403, 404, 409],
    handle: ({ body }, { mock }, { signal }) => mock.start(body, signal),
  }),
  defineRoute('POST', '/mock/stop', {
    summary: 'Stop the mock server',
    responses: { 200: Type.Object({ status: Type.Literal('stopping') }) },
    errors: [400],
    handle: (_, { mock }) => {
      mock.stop();
      return respond({ status: 'stopping' });
    },
  }),
  defineRoute('GET', '/mock/routes', {
    summary: 'Whether the mock server runs, and its routes',
    responses: { 200: Type.Union([mockStatus, mockIdle]) },
    handle: (_, { mock }) => mock.status(),
  }),
];
