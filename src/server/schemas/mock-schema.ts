/** What the routes of `/mock` take and return. */
import { Type } from '../../primitives/shapes/type.js';
import { message } from './traffic-schema.js';

const additive = { additive: true };

const warnings = Type.Array(Type.String(), {
  ...additive,
  description:
    'Where a response does not pass the assertions of its own request, or lacks what it captures, with file and line.',
});

export const mockRoute = Type.Object(
  {
    method: Type.String(),
    path: Type.String({ description: 'Parameters as {name}.' }),
    name: Type.String(),
    statusCode: Type.Integer(),
    contentType: Type.String({ description: 'Empty without a body.' }),
    file: Type.String({ ...additive, description: 'Where the request of this route is written.' }),
    line: Type.Integer(additive),
    warnings: Type.Optional(warnings),
  },
  { title: 'MockRoute' },
);

export const mockStatus = Type.Object(
  {
    running: Type.Literal(true),
    port: Type.Integer(),
    stateful: Type.Optional(
      Type.Boolean({ ...additive, description: 'It keeps what clients send; left out unless it does.' }),
    ),
    seed: Type.Optional(
      Type.Integer({
        ...additive,
        description: 'Repeats its delays and faults; left out where nothing is drawn.',
      }),
    ),
    routes: Type.Array(mockRoute),
    warnings,
    proxy: Type.Optional(
      Type.String({ ...additive, description: 'Where requests without a route go; left out without it.' }),
    ),
    recording: Type.Optional(
      Type.Object(
        {
          file: Type.String({ description: 'Relative to the workspace.' }),
          requests: Type.Integer({ description: 'How many the file has got since the start.' }),
          pending: Type.Boolean({ description: 'Whether the file has not got everything yet.' }),
          warnings: Type.Array(Type.String(), { description: 'What was not recorded, and why.' }),
        },
        { ...additive, description: 'What came back from there, left out unless it is recorded.' },
      ),
    ),
  },
  { title: 'MockStatus' },
);

export const mockIdle = Type.Object({ running: Type.Literal(false) }, { title: 'MockIdle' });

const file = Type.String({ minLength: 1, description: 'A request file, relative to the workspace.' });
const files = Type.Array(file);

export const mockStart = Type.Object({
  files: {
    ...files,
    // Descriptions have routes, too, and another server needs none.
    beside: ({ descriptions, proxy }: Readonly<Record<string, unknown>>) =>
      proxy !== undefined || (Array.isArray(descriptions) && descriptions.length > 0)
        ? { ...files, minItems: 0 }
        : files,
  },
  descriptions: Type.Optional(
    Type.Array(
      Type.String({
        minLength: 1,
        description: 'An OpenAPI description in YAML or JSON, relative to the workspace, at most 4 MiB.',
      }),
      additive,
    ),
  ),
  port: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 65_535, description: '3000 when left out; 0 takes a free one.' }),
  ),
  delay: Type.Optional(Type.String({ description: 'Duration before each response, such as 250ms.' })),
  environment: Type.Optional(Type.String({ ...additive, description: 'Instead of the active one.' })),
  strict: Type.Optional(Type.Boolean({ ...additive, description: 'A response with a warning is an error.' })),
  cors: Type.Optional(
    Type.Boolean({ ...additive, description: 'Pages of other origins may read the responses.' }),
  ),
  stateful: Type.Optional(
    Type.Boolean({
      ...additive,
      description: 'POST requests create items that GET, PUT, PATCH and DELETE of their path work on.',
    }),
  ),
  strictMatch: Type.Optional(
    Type.Boolean({
      ...additive,
      description: 'A request gets a response only when it carries what the request of the route does.',
    }),
  ),
  template: Type.Optional(
    Type.Boolean({
      ...additive,
      description: 'Every mock block is a template, as with @mock.template.',
    }),
  ),
  skipUnsupported: Type.Optional(
    Type.Boolean({
      ...additive,
      description: 'Leave requests out that svc cannot run, which are refused otherwise.',
    }),
  ),
  seed: Type.Optional(Type.Integer({ ...additive, description: 'Makes delays and faults repeatable.' })),
  proxy: Type.Optional(
    Type.String({
      ...additive,
      description: 'An http or https URL that requests without a route go to; its path stands before theirs.',
    }),
  ),
  record: Type.Optional(
    Type.String({
      ...additive,
      description:
        'A request file for what comes back from there, relative to the workspace; needs proxy and implies strictMatch.',
    }),
  ),
});

const entryFields = {
  id: Type.Integer({ description: 'Of this mock server, by arrival; never used again while it runs.' }),
  timestamp: Type.String({ format: 'date-time' }),
  method: Type.String(),
  path: Type.String(),
  query: Type.String({
    description: 'With its question mark, or empty; secrets stand in it as placeholders.',
  }),
  status: Type.Integer({ description: '0 when a fault of the route gave no response.' }),
  duration: Type.Number({ description: 'Milliseconds, with the delay.' }),
  route: Type.String({ description: 'The name of its request; empty when no route gave the response.' }),
  source: Type.Union(
    [Type.Literal('route'), Type.Literal('none'), Type.Literal('server'), Type.Literal('proxied')],
    {
      description:
        'A route; none matched; the server itself, as for OPTIONS; or the other server that requests are passed on to.',
    },
  ),
  fault: Type.Optional(
    Type.Union(
      [
        Type.Literal('reset'),
        Type.Literal('timeout'),
        Type.Literal('status'),
        Type.Literal('slow-body'),
        Type.Literal('malformed'),
      ],
      { ...additive, description: 'What went wrong, as @mock.fault says; left out for most requests.' },
    ),
  ),
  nearest: Type.Optional(
    Type.Array(
      Type.Object({
        method: Type.String(),
        path: Type.String(),
        name: Type.String(),
        failed: Type.Optional(
          Type.String({ description: 'What the request lacks, of a route with its method and path.' }),
        ),
      }),
      { description: 'Similar routes; left out unless none matches.' },
    ),
  ),
  requestSize: Type.Integer({ description: 'Bytes of the body that have arrived.' }),
  responseSize: Type.Integer(),
  contentType: Type.String({ description: 'Of the response.' }),
};

const explainedRoute = Type.Object({
  method: Type.String(),
  path: Type.String(),
  name: Type.String(),
  file: Type.String(),
  line: Type.Integer(),
  reason: Type.String({ description: 'Why it was not used; empty for the one that was.' }),
});

const explanation = Type.Object({
  matched: Type.Union([explainedRoute, Type.Null()]),
  segments: Type.Array(
    Type.Object({
      text: Type.String({ description: 'Of the request.' }),
      kind: Type.Union([Type.Literal('text'), Type.Literal('parameter'), Type.Literal('mixed')]),
      written: Type.String({ description: 'In the route.' }),
      parameters: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    }),
  ),
  others: Type.Array(explainedRoute, { description: 'Routes that match too and come later.' }),
  nearest: Type.Array(explainedRoute, { description: 'The most similar routes when none matches.' }),
  choice: Type.Optional(
    Type.String({
      description:
        'Why the route was chosen among those of its method and path; left out where nothing was compared.',
    }),
  ),
});

export const mockRequest = Type.Object(entryFields, { title: 'MockRequest' });

export const mockRequests = Type.Object(
  {
    requests: Type.Array(mockRequest, { description: 'Newest first, without headers and bodies.' }),
    total: Type.Integer({ description: 'All requests since the start, or since they were cleared.' }),
    kept: Type.Integer(),
    skipped: Type.Integer({ description: 'Requests that were only counted: more than 1,000 in a second.' }),
    lastId: Type.Integer(),
  },
  { title: 'MockRequests' },
);

export const wholeMockRequest = Type.Object(
  {
    ...entryFields,
    httpVersion: Type.String(),
    requestTruncated: Type.Boolean({ description: 'Only the first 64 KiB of the body were kept.' }),
    responseTruncated: Type.Boolean({ description: 'Only the start of the body was kept.' }),
    request: message,
    response: message,
    why: explanation,
  },
  { title: 'WholeMockRequest' },
);

/** Without a zone, the time would depend on where the server runs. */
const TIME =
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$';

export const mockRequestsQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only requests with a larger id.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000, description: '2000 when left out.' })),
  text: Type.Optional(
    Type.String({
      maxLength: 1000,
      rule: 'a string of at most 1000 characters',
      description: 'Only requests in which it occurs, or in their responses: address, headers, bodies.',
    }),
  ),
  route: Type.Optional(
    Type.String({
      ...additive,
      description: 'Only requests that this route responded to, by its name; empty: those without a route.',
    }),
  ),
  method: Type.Optional(Type.String({ ...additive, description: 'Only requests with it, in any case.' })),
  since: Type.Optional(timeOf('Only requests that arrived then or later.')),
  until: Type.Optional(timeOf('Only requests that arrived then or before.')),
});

function timeOf(description: string): ReturnType<typeof Type.String> {
  const rule = 'a time with its zone, such as 2031-04-05T06:07:08Z';
  return Type.String({ ...additive, format: 'date-time', pattern: TIME, rule, description });
}
