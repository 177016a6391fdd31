import { Type } from '../../primitives/shapes/type.js';
import { MAX_PATTERN_LENGTH } from '../../record/capture/exclude-paths.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';
import { exportQuery, idRanges, message } from '../schemas/traffic-schema.js';

const entryFields = {
  method: Type.String(),
  path: Type.String({ description: 'With the path of the target, without query.' }),
  url: Type.String({ description: 'Of the target; secrets stand in it as placeholders.' }),
  contentType: Type.String({ description: 'Of the response; empty when it had none.' }),
  statusCode: Type.Integer(),
  duration: Type.Integer({ description: 'Milliseconds from the request head to the last byte.' }),
  timestamp: Type.String({ format: 'date-time', additive: true }),
  requestTruncated: Type.Boolean({ additive: true }),
  responseTruncated: Type.Boolean({ additive: true }),
  id: Type.Integer({ additive: true, description: 'Of this proxy; never used again while it runs.' }),
};

const entry = Type.Object(entryFields, { title: 'Recording' });

export const wholeRecording = Type.Object(
  { ...entryFields, request: message, response: message },
  { title: 'WholeRecording' },
);

export const recordingReplay = Type.Object(
  {
    replayed: Type.Union([wholeRecording, Type.Null()], { description: 'null without a response.' }),
    error: Type.String({ description: 'Why there was no response; empty otherwise.' }),
    environment: Type.String({ description: 'Where the values of placeholders came from.' }),
  },
  { title: 'RecordingReplay' },
);

export const recordingStatus = Type.Object(
  {
    running: Type.Literal(true),
    targetUrl: Type.String(),
    port: Type.Integer(),
    count: Type.Integer(),
    recordings: Type.Array(entry, { description: 'In order of arrival.' }),
    failed: Type.Integer({ additive: true, description: 'Requests without a response from the target.' }),
    dropped: Type.Integer({ additive: true, description: 'Exchanges for which there was no place.' }),
    startedAt: Type.String({ format: 'date-time', additive: true }),
  },
  { title: 'RecordingStatus' },
);

export const recordingIdle = Type.Object(
  { running: Type.Literal(false), count: Type.Literal(0) },
  { title: 'RecordingIdle' },
);

export const recordingStart = Type.Object({
  targetUrl: Type.String({ description: 'Where requests go; its path stands before theirs.' }),
  port: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 65_535, description: '8081 when left out; 0 takes a free one.' }),
  ),
  deduplicate: Type.Optional(Type.Boolean({ description: 'The same method and path is recorded once.' })),
  exclude: Type.Optional(
    Type.Array(
      Type.String({
        maxLength: MAX_PATTERN_LENGTH,
        rule: `a string of at most ${MAX_PATTERN_LENGTH} characters`,
      }),
      {
        maxItems: 100,
        rule: 'an array of at most 100 strings',
        description: 'Path patterns of what is forwarded only: * within a segment, ** across, else a prefix.',
      },
    ),
  ),
  sanitize: Type.Optional(
    Type.Array(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", rule: 'a header name' }), {
      maxItems: 100,
      rule: 'an array of at most 100 header names',
      description: 'Headers whose values are replaced, beside those that always are.',
    }),
  ),
});

const deletedRecordings = Type.Object({ status: Type.Literal('deleted'), deleted: Type.Integer() });

export const recordRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/record/start', {
    summary: 'Start the recording proxy',
    body: recordingStart,
    responses: { 200: Type.Object({ status: Type.Literal('started'), port: Type.Integer() }) },
    errors: [400, 409],
    handle: async ({ body }, { recording }, { localPort }) =>
      respond({ status: 'started', ...(await recording.start(body, localPort)) }),
  }),
  defineRoute('POST', '/record/stop', {
    summary: 'Stop the recording proxy and discard its recordings',
    responses: { 200: Type.Object({ status: Type.Literal('stopping') }) },
    errors: [400],
    handle: (_, { recording }) => {
      recording.stop();
      return respond({ status: 'stopping' });
    },
  }),
  defineRoute('GET', '/record/status', {
    summary: 'Whether the recording proxy runs, and what it has recorded',
    responses: { 200: Type.Union([recordingStatus, recordingIdle]) },
    handle: (_, { recording }) => recording.status(),
  }),
  defineRoute('GET', '/record/recordings/{id}', {
    summary: 'One recording with its headers and bodies',
    additive: true,
    responses: { 200: wholeRecording },
    errors: [400, 404],
    handle: ({ params }, { recording }, { signal }) => recording.recording(params['id'] ?? '', signal),
  }),
  defineRoute('DELETE', '/record/recordings/{id}', {
    summary: 'Delete one recording',
    additive: true,
    responses: { 200: deletedRecordings },
    errors: [400, 404],
    handle: async ({ params }, { recording }) => {
      const deleted = await recording.remove(params['id'] ?? '');
      return respond({ status: 'deleted', deleted });
    },
  }),
  defineRoute('DELETE', '/record/recordings', {
    summary: 'Delete some recordings',
    additive: true,
    query: Type.Object({ ids: idRanges }),
    responses: { 200: deletedRecordings },
    errors: [400, 404],
    handle: async ({ query }, { recording }) =>
      respond({ status: 'deleted', deleted: await recording.remove(query.ids) }),
  }),
  defineRoute('POST', '/record/recordings/{id}/replay', {
    summary: 'Send a recorded request to the target again',
    additive: true,
    query: Type.Object({
      environment: Type.Optional(
        Type.String({ description: 'Has the values of placeholders, instead of the active one.' }),
      ),
    }),
    responses: { 200: recordingReplay },
    errors: [400, 404],
    handle: async ({ params, query }, { recording }, { signal }) =>
      respond(await recording.replay(params['id'] ?? '', query.environment, signal)),
  }),
  defineRoute('POST', '/record/export', {
    summary: 'The recordings as a request file',
    query: exportQuery,
    responses: { 200: Type.Object({ content: Type.String() }) },
    errors: [400, 404],
    handle: ({ query: { format = 'http', chain, ids } }, { recording }, { signal }) =>
      recording.export({ format, chain: chain !== 'false', ids }, signal),
  }),
  defineRoute('DELETE', '/record/clear', {
    summary: 'Clear the recordings',
    responses: { 200: Type.Object({ status: Type.Literal('cleared') }) },
    errors: [400],
    handle: async (_, { recording }) => {
      await recording.clear();
      return respond({ status: 'cleared' });
    },
  }),
];
