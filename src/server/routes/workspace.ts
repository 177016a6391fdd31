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

const clientEnvironment = Type.Object(
  {
    name: Type.String(),
    files: Type.Array(Type.String(), { description: 'The files that define it.' }),
  },
  { title: 'ClientEnvironment' },
);

const clientEnvironmentFinding = Type.Object(
  {
    file: Type.String(),
    severity: Type.Enum(['error', 'warning'], {
      description: 'An execution that would use a file with an error is refused.',
    }),
    code: Type.String(),
    message: Type.String(),
    line: Type.Integer(),
    column: Type.Integer(),
  },
  { title: 'ClientEnvironmentFinding' },
);

export const workspace = Type.Object(
  {
    root: Type.String(),
    files: Type.Array(fileNode),
    totalRequests: Type.Integer({ minimum: 0 }),
    environment: Type.String({ description: 'The active one.' }),
    hasConfig: Type.Boolean(),
    clientEnvironments: Type.Optional(
      Type.Array(clientEnvironment, {
        additive: true,
        description: 'Environments of files of other clients, by name; absent without any. Never values.',
      }),
    ),
    clientEnvironmentFindings: Type.Optional(
      Type.Array(clientEnvironmentFinding, {
        additive: true,
        description: 'What is wrong with such files; absent without any.',
      }),
    ),
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
