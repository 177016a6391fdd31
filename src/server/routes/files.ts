import { Type } from '../../primitives/shapes/type.js';
import { ServiceError } from '../../errors.js';
import { decodePath } from '../call/request-head.js';
import { checkedText, parsedFile } from '../schemas/request-file-schema.js';
import { defineRoute, jsonResponse, type ApiCall, type ApiRoute } from '../call/route.js';

const fileInfo = Type.Object(
  {
    path: Type.String({ description: 'Absolute.' }),
    relativePath: Type.String(),
    name: Type.String(),
    size: Type.Integer({ description: 'bytes' }),
    modTime: Type.String({ format: 'date-time' }),
    requestCount: Type.Integer({ minimum: 0, description: '0 for a file with errors.' }),
  },
  { title: 'FileInfo' },
);

export const requestEntries = Type.Array(
  Type.Object(
    {
      file: Type.String({ description: 'Relative to the workspace.' }),
      name: Type.String({ description: 'The name for a run; METHOD URL for a request without one.' }),
      title: Type.String(),
      method: Type.String(),
      url: Type.String({ description: 'As written.' }),
      line: Type.Integer({ description: 'The line where the request starts.' }),
      tags: Type.Array(Type.String()),
    },
    { title: 'RequestEntry' },
  ),
);

const writtenFile = Type.Object({ path: Type.String() }, { title: 'WrittenFile' });

const newFile = Type.Object({
  path: Type.String({ description: 'Ends in .http or .spec; folders on the way are made.' }),
  content: Type.Optional(Type.String({ description: 'Empty when left out.' })),
});

const versionHeader = {
  ETag: 'The version of the text; sent back as If-Match, it protects the changes of others.',
};
const ifMatch = {
  'If-Match':
    'The ETag of the text to replace or remove, or several, or * for any; 412 when the file has another one.',
};

export const filesRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/files', {
    summary: 'All request files',
    responses: { 200: Type.Array(fileInfo) },
    errors: [500],
    handle: (_, { files }) => files.list(),
  }),
  defineRoute('GET', '/requests', {
    summary: 'The requests of all files in short, in the order of the files',
    additive: true,
    responses: { 200: requestEntries },
    errors: [500],
    handle: (_, { files }) => files.requests(),
  }),
  defineRoute('GET', '/files/raw/*', {
    summary: 'The text of a request file',
    responses: { 200: 'text' },
    responseHeaders: versionHeader,
    errors: [400, 403, 404, 500],
    handle: async (call, { files }) => {
      const { bytes, etag } = await files.raw(wantedPath(call));
      return { status: 200, text: bytes, headers: { ETag: etag } };
    },
  }),
  defineRoute('GET', '/files/*', {
    summary: 'A request file, parsed',
    responses: { 200: parsedFile },
    responseHeaders: versionHeader,
    errors: [400, 403, 404, 500],
    handle: async (call, { files }) => {
      const { json, etag } = await files.show(wantedPath(call));
      return { ...jsonResponse(json), headers: { ETag: etag } };
    },
  }),
  defineRoute('POST', '/files', {
    summary: 'Create a request file',
    body: newFile,
    responses: { 201: writtenFile },
    responseHeaders: { Location: 'The path of the new file in this API.' },
    errors: [400, 403, 409, 500],
    handle: async ({ body }, { files }) => {
      const { path } = await files.create(body.path, body.content ?? '');
      const place = path.split('/').map(encodeURIComponent).join('/');
      return { status: 201, json: { path }, headers: { Location: `/api/v1/files/${place}` } };
    },
  }),
  defineRoute('PUT', '/files/*', {
    summary: 'Replace the text of a request file',
    body: 'text',
    requestHeaders: ifMatch,
    responses: { 200: writtenFile },
    responseHeaders: versionHeader,
    errors: [400, 403, 404, 412, 500],
    handle: async (call, { files }) => {
      const { path, etag } = await files.save(wantedPath(call), call.body, call.headers['if-match']);
      return { status: 200, json: { path }, headers: { ETag: etag } };
    },
  }),
  defineRoute('DELETE', '/files/*', {
    summary: 'Remove a request file',
    requestHeaders: ifMatch,
    responses: { 204: null },
    errors: [400, 403, 404, 412, 500],
    handle: (call, { files }) => files.remove(wantedPath(call), call.headers['if-match']),
  }),
  defineRoute('POST', '/validate', {
    summary: 'Check the text of a request file among the others of the workspace; nothing is written',
    additive: true,
    body: Type.Object({
      file: Type.String({ description: 'Where the text belongs; the file need not exist.' }),
      content: Type.Optional(Type.String({ description: 'Empty when left out.' })),
      environment: Type.Optional(
        Type.String({
          additive: true,
          description: 'Asks for hints about names without a value in it; empty for the active one.',
        }),
      ),
    }),
    responses: { 200: checkedText },
    errors: [400, 403],
    handle: ({ body }, { files }) => files.check(body.file, body.content ?? '', body.environment),
  }),
];

function wantedPath({ rest }: Pick<ApiCall, 'rest'>): string {
  const path = decodePath(rest);
  if (path.trim() === '') throw new ServiceError('usage', 'path is required');
  return path;
}
