import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

const worker = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    state: Type.Enum(['free', 'busy', 'leaving', 'otherVersion']),
    threads: Type.Integer({ minimum: 1, description: 'That it offers.' }),
    cores: Type.Integer({ minimum: 1 }),
    version: Type.String({ description: 'Of svc.' }),
    nodeVersion: Type.String(),
    labels: Type.Array(Type.String()),
    roundTripMs: Type.Number({ description: 'To the queue and back.' }),
    clockErrorMs: Type.Number({ description: 'Of its estimate of the clock of the queue, at most.' }),
    run: Type.Union([Type.String(), Type.Null()], { description: 'That it works for.' }),
    since: Type.String({ description: 'When this state began.' }),
  },
  { title: 'Worker' },
);

const otherKey = Type.Object(
  { state: Type.Literal('otherKey'), count: Type.Integer({ minimum: 1 }) },
  { title: 'OtherKeyWorkers', description: 'Of workers with another key only their number is readable.' },
);

export const workerList = Type.Object(
  {
    queue: Type.String({ description: 'The address, without user and password.' }),
    workers: Type.Array(Type.Union([worker, otherKey])),
    collect: Type.Array(
      Type.Object(
        { run: Type.String(), endedAt: Type.String(), expiresAt: Type.String() },
        { title: 'CollectableRun', description: 'A run whose coordinator is gone.' },
      ),
    ),
  },
  { title: 'WorkerList' },
);

export const workersRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/workers', {
    summary: 'The workers of the queue',
    additive: true,
    responses: { 200: workerList },
    errors: [404, 503],
    handle: async (_, { queue }) => respond(await queue.workers()),
  }),
];
