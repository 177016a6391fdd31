import { Type } from '../../primitives/shapes/type.js';
import { exchangeFacts } from './exchange-schema.js';

const additive = { additive: true };
const headers = Type.Record(Type.String(), Type.String(), {
  description:
    'Names in canonical spelling; several values joined with ", ", several Set-Cookie with a newline.',
});

export const assertionResult = Type.Object(
  {
    subject: Type.String(),
    operator: Type.String({ description: 'The canonical word.' }),
    expected: Type.Unknown(),
    actual: Type.Unknown(),
    passed: Type.Boolean(),
    message: Type.String(additive),
    line: Type.Integer(additive),
    absent: Type.Optional(
      Type.Literal(true, { ...additive, description: 'There was no value, as opposed to the null of JSON.' }),
    ),
    index: Type.Optional(
      Type.Integer({ ...additive, description: 'The position of the element that does not pass.' }),
    ),
    skipped: Type.Optional(
      Type.Literal(true, {
        ...additive,
        description: 'Its condition was not met: it was not checked and does not count.',
      }),
    ),
    origin: Type.Optional(
      Type.Literal('script', { ...additive, description: 'It comes from a script of another client.' }),
    ),
  },
  { title: 'AssertionResult' },
);

const sentRequest = Type.Object({
  method: Type.String(),
  url: Type.String(),
  headers,
  body: Type.String({ ...additive, description: 'Text sent, at most 64 KiB.' }),
});

const response = Type.Object({
  statusCode: Type.Integer({ description: '0 without a response.' }),
  status: Type.String({ description: 'The code and its reason phrase.' }),
  headers,
  body: Type.String(),
  duration: Type.Integer(),
  size: Type.Integer(),
  bodyTruncated: Type.Boolean({ ...additive, description: 'Only the first 10 MiB of the text are here.' }),
  finalUrl: Type.String(additive),
  bodyBase64: Type.Optional(
    Type.String({ ...additive, description: 'The bytes of an image of at most 2 MiB; left out otherwise.' }),
  ),
});

export const requestResult = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    passed: Type.Boolean(),
    duration: Type.Integer(),
    request: sentRequest,
    response,
    assertions: Type.Array(assertionResult),
    captures: Type.Record(Type.String(), Type.Unknown()),
    file: Type.String(additive),
    line: Type.Integer(additive),
    skipped: Type.Boolean(additive),
    skipReason: Type.String(additive),
    error: Type.String(additive),
    errorKind: Type.String(additive),
    attempts: Type.Integer(additive),
    warnings: Type.Array(Type.String(), additive),
    sseEvents: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), type: Type.String(), data: Type.String() }), additive),
    ),
    shell: Type.Optional(
      Type.Array(
        Type.Object({ command: Type.String(), exitCode: Type.Integer(), output: Type.String() }),
        additive,
      ),
    ),
    exchange: Type.Optional(exchangeFacts),
    unevaluated: Type.Optional(
      Type.Array(
        Type.Object({
          subject: Type.String(),
          operator: Type.String(),
          expected: Type.String({ description: 'As written in the file.' }),
          line: Type.Integer(),
        }),
        { ...additive, description: 'The assertions that an error kept from being evaluated.' },
      ),
    ),
    secretCaptures: Type.Optional(
      Type.Array(Type.String(), { ...additive, description: 'The names of captures that are secret.' }),
    ),
    traceId: Type.Optional(
      Type.String({ ...additive, description: 'The trace that the request named; left out unless traced.' }),
    ),
  },
  { title: 'RequestResult' },
);

export const runResult = Type.Object(
  {
    file: Type.String(),
    duration: Type.Integer(),
    passed: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer(),
    results: Type.Array(requestResult),
    id: Type.String({ ...additive, description: 'Of the execution, as in its events.' }),
    environment: Type.String(additive),
    startedAt: Type.String({ ...additive, format: 'date-time' }),
    cancelled: Type.Optional(
      Type.Boolean({
        ...additive,
        description:
          'True when a client stopped the execution; the rest is skipped with the reason `cancelled`.',
      }),
    ),
    runId: Type.Integer({ ...additive, description: 'In the persistent history; 0 when it was not stored.' }),
  },
  { title: 'RunResult' },
);
