import { Type } from '../../primitives/shapes/type.js';
import { describeApi, type ApiDocument } from '../call/api-document.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';
import { configRoutes } from './config.js';
import { contractRoutes } from './contract.js';
import { convertRoutes } from './convert.js';
import { environmentsRoutes } from './environments.js';
import { executionRoutes } from './execution.js';
import { filesRoutes } from './files.js';
import { historyRoutes } from './history.js';
import { mockRoutes } from './mock.js';
import { recordRoutes } from './record.js';
import { resultsRoutes } from './results.js';
import { strengthRoutes } from './strength.js';
import { stressRoutes } from './stress.js';
import { systemRoutes } from './system.js';
import { workersRoutes } from './workers.js';
import { workspaceRoutes } from './workspace.js';

const document: ApiRoute = defineRoute('GET', '/openapi.json', {
  summary: 'This description of the API',
  additive: true,
  responses: {
    200: Type.Object({ openapi: Type.String() }, { title: 'OpenApiDocument', additionalProperties: true }),
  },
  handle: () => {
    described ??= describeApi(ALL_ROUTES);
    return respond(described);
  },
});

let described: ApiDocument | undefined;

/** The whole API. */
export const ALL_ROUTES: readonly ApiRoute[] = [
  ...workspaceRoutes,
  ...filesRoutes,
  ...executionRoutes,
  ...resultsRoutes,
  ...environmentsRoutes,
  ...configRoutes,
  ...historyRoutes,
  ...strengthRoutes,
  ...stressRoutes,
  ...convertRoutes,
  ...mockRoutes,
  ...contractRoutes,
  ...recordRoutes,
  ...workersRoutes,
  ...systemRoutes,
  document,
];
