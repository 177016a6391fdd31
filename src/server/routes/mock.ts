import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';
import {
  mockIdle,
  mockRequests,
  mockRequestsQuery,
  mockStart,
  mockStatus,
  wholeMockRequest,
} from '../schemas/mock-schema.js';
import { exportQuery } from '../schemas/traffic-schema.js';

export const mockRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/mock/start', {
    summary: 'Start the mock server on the requests of some files',
    body: mockStart,
    responses: { 200: mockStatus },
    errors: [400, 403, 404, 409],
    handle: ({ body }, { mock }, { localPort, signal }) => mock.start(body, localPort, signal),
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
  defineRoute('POST', '/mock/reset', {
    summary: 'Let the mock server forget what clients have sent, and start its sequences again',
    additive: true,
    responses: { 200: Type.Object({ status: Type.Literal('reset') }) },
    errors: [400],
    handle: (_, { mock }) => {
      mock.reset();
      return respond({ status: 'reset' });
    },
  }),
  defineRoute('GET', '/mock/routes', {
    summary: 'Whether the mock server runs, and its routes',
    responses: { 200: Type.Union([mockStatus, mockIdle]) },
    handle: (_, { mock }) => mock.status(),
  }),
  defineRoute('GET', '/mock/requests', {
    summary: 'The last requests of the mock server',
    additive: true,
    query: mockRequestsQuery,
    responses: { 200: mockRequests },
    errors: [400],
    handle: async ({ query }, { mock }) => respond(await mock.requests(query)),
  }),
  defineRoute('DELETE', '/mock/requests', {
    summary: 'Forget the requests of the mock server',
    additive: true,
    responses: { 200: Type.Object({ status: Type.Literal('cleared') }) },
    errors: [400],
    handle: async (_, { mock }) => {
      await mock.clear();
      return respond({ status: 'cleared' });
    },
  }),
  defineRoute('GET', '/mock/requests/{id}', {
    summary: 'One request of the mock server, its response and why it got that one',
    additive: true,
    query: Type.Object({
      secrets: Type.Optional(
        Type.Union([Type.Literal('true'), Type.Literal('false')], {
          rule: 'true or false',
          description: 'true: everything as it was sent, instead of placeholders for secrets.',
        }),
      ),
    }),
    responses: { 200: wholeMockRequest },
    errors: [400, 404],
    handle: async ({ params, query: { secrets } }, { mock }) =>
      respond(await mock.request(params['id'] ?? '', secrets === 'true')),
  }),
  defineRoute('POST', '/mock/export', {
    summary: 'Requests of the mock server as a request file',
    additive: true,
    query: exportQuery,
    responses: { 200: Type.Object({ content: Type.String() }) },
    errors: [400, 404],
    handle: ({ query: { format = 'http', chain, ids } }, { mock }, { signal }) =>
      mock.export({ format, chain: chain !== 'false', ids }, signal),
  }),
];
