import { Type } from '../../primitives/shapes/type.js';
import { buildTime, version } from '../../version.js';
import { errorResponse } from '../call/error-response.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

export const systemInfo = Type.Object(
  {
    version: Type.String(),
    buildTime: Type.String(),
    runtimeVersion: Type.String(),
    os: Type.String(),
    arch: Type.String(),
    engine: Type.Object(
      {
        threads: Type.Integer({ minimum: 0, description: 'That run at this moment.' }),
        busy: Type.Integer({ minimum: 0, description: 'Those that have something to do.' }),
        restarts: Type.Integer({
          minimum: 0,
          description: 'Threads that were ended because they took too long or too much memory.',
        }),
      },
      { additive: true, description: 'The threads that do the work of the server.' },
    ),
  },
  { title: 'SystemInfo' },
);

const health = Type.Object(
  {
    status: Type.Literal('ok'),
    version: Type.Optional(Type.String()),
    uptime: Type.Optional(Type.Integer({ minimum: 0, description: 'seconds' })),
    history: Type.Optional(Type.Enum(['ok', 'unavailable', 'off'])),
    watcher: Type.Optional(Type.Enum(['on', 'polling', 'off'])),
    config: Type.Optional(Type.Enum(['ok', 'none', 'invalid'])),
    historySpooled: Type.Optional(
      Type.Integer({ additive: true, minimum: 0, description: 'Runs that wait for the team history.' }),
    ),
    queue: Type.Optional(
      Type.Enum(['ok', 'unavailable'], { additive: true, description: 'Only with a queue of workers.' }),
    ),
  },
  { title: 'Health', description: 'Only the status without the API token.' },
);

export const systemRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/system/info', {
    summary: 'Information about the running server',
    responses: { 200: systemInfo },
    handle: (_, { options, engine }) =>
      respond({ version, buildTime, ...options.system, engine: engine.status() }),
  }),
  defineRoute('GET', '/health', {
    summary: 'Whether the server and its parts work',
    additive: true,
    open: true,
    responses: { 200: health },
    async handle({ trusted }, service) {
      if (!trusted) return respond({ status: 'ok' });
      const { uptime, history, watcher, config, ...more } = await service.health();
      return respond({ status: 'ok', version, uptime, history, watcher, config, ...more });
    },
  }),
  defineRoute('GET', '/ws', {
    summary: 'The stream of events, as WebSocket',
    withoutHead: true,
    query: Type.Object({
      results: Type.Optional(
        Type.Enum(['all', 'none'], {
          additive: true,
          description: 'With `none`, `execution_complete` has an empty list of results (`GET /results`).',
        }),
      ),
    }),
    responses: { 101: null },
    errors: [400, 426, 503],
    handle: () =>
      errorResponse(426, 'this endpoint speaks WebSocket', {
        headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
      }),
  }),
];
