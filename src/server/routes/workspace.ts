import type { TSchema } from 'typebox';
import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, type ApiRoute } from '../call/route.js';

const fileNode: TSchema = Type.Object(
  {
    path: Type.String({ description: 'Relative to the workspace.' }),
    name: Type.String(),
    dir: Type.String({ description: 'Path of the folder; empty at the top.' }),
    isDir: Type.Boolean(),
    children: Type.Optional(
      Type.Array(Type.Ref('#/components/schemas/FileNode'), { description: 'Of folders.' }),
    ),
    requestCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Of files.' })),
  },
  { title: 'FileNode' },
);

export const workspace = Type.Object(
  {
    root: Type.String(),
    files: Type.Array(fileNode),
    totalRequests: Type.Integer({ minimum: 0 }),
    environment: Type.String({ description: 'The active one.' }),
    hasConfig: Type.Boolean(),
  },
  { title: 'Workspace' },
);

export const workspaceRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/workspace', {
    summary: 'The workspace and the tree of its request files',
    responses: { 200: workspace },
    errors: [500],
    handle: (_, { files }) => files.overview(),
  }),
];
