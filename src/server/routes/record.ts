import { Type } from '../../primitives/shapes/type.js';
import { MAX_PATTERN_LENGTH } from '../../record/capture/exclude-paths.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

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

const message = Type.Object({
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  body: Type.String({ description: 'What was kept of it, decoded.' }),
  bodyEncoding: Type.Union([Type.Literal('utf-8'), Type.Literal('base64')]),
});

export const wholeRecording = Type.Object(
  { ...entryFields, request: message, response: message },
  { title: 'WholeRecording' },
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
  defineRoute('POST', '/record/export', {
    summary: 'The recordings as a request file',
    query: Type.Object({
      format: Type.Optional(
        Type.Union([Type.Literal('http'), Type.Literal('har'), Type.Literal('json')], {
          additive: true,
          rule: 'http, har or json',
          description: 'A request file when left out, an HTTP archive, or everything as plain JSON.',
        }),
      ),
      chain: Type.Optional(
        Type.Union([Type.Literal('true'), Type.Literal('false')], {
          additive: true,
          rule: 'true or false',
          description: 'false: values of earlier responses stay as they were sent.',
        }),
      ),
    }),
    responses: { 200: Type.Object({ content: Type.String() }) },
    errors: [400],
    handle: ({ query: { format = 'http', chain } }, { recording }, { signal }) =>
      recording.export({ format, chain: chain !== 'false' }, signal),
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
