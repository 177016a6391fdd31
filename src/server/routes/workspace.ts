import { Type, type TSchema } from 'typebox';
import { toJson } from '../../evaluation/json.js';
import type { Overview } from '../../operations/workspace-files.js';
import { defineRoute, type Route } from '../route.js';

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

export const workspaceRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/workspace',
    summary: 'The workspace and the tree of its request files',
    answers: { 200: workspace },
    errors: [500],
    handle: async (_, { files }) => {
      return { status: 200, text: written(await files.overview()), type: 'application/json' };
    },
  }),
];

/** Ten thousand files take longer to write than to look at, and mostly they are the same as before. */
function written(overview: Overview): Uint8Array {
  const { files, environment, hasConfig } = overview;
  const last = writings.get(files);
  if (last?.environment === environment && last.hasConfig === hasConfig) return last.bytes;
  const bytes = Buffer.from(`${toJson(overview)}\n`);
  writings.set(files, { environment, hasConfig, bytes });
  return bytes;
}

/** By the tree, which is the same object as long as no file changes; so are the numbers that come from it. */
const writings = new WeakMap<Overview['files'], Writing>();

interface Writing extends Pick<Overview, 'environment' | 'hasConfig'> {
  readonly bytes: Uint8Array;
}
