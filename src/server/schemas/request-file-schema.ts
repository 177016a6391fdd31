import { Type } from '../../primitives/shapes/type.js';

const additive = { additive: true };
const comments = Type.Optional(Type.Array(Type.String(), additive));
const comment = Type.Optional(Type.String(additive));
const line = Type.Integer();

const keyValue = Type.Object({ key: Type.String(), value: Type.String(), line, comments });

const variable = Type.Object({
  name: Type.String(),
  value: Type.Unknown({ description: 'The text as written.' }),
  line,
  secret: Type.Optional(Type.Boolean(additive)),
  comments,
});

const compared = {
  subject: Type.String(),
  operator: Type.String({ description: 'The canonical word.' }),
  expected: Type.Unknown({ description: 'null for operators without a value.' }),
  raw: Type.Optional(Type.String({ ...additive, description: 'The value as written.' })),
  path: Type.Optional(Type.String({ ...additive, description: 'Of `each .path`.' })),
};

const comparison = Type.Object(compared);

const conditions = {
  when: Type.Optional(Type.Array(comparison, { ...additive, description: 'All of them must hold.' })),
  unless: Type.Optional(
    Type.Array(Type.Array(comparison), { ...additive, description: 'No list may hold as a whole.' }),
  ),
};

const assertion = Type.Object({ ...compared, line, ...conditions, comments, comment });

const capturedValue = {
  source: Type.String(),
  path: Type.String({ description: 'Empty for sources without one; the template of `text`.' }),
  match: Type.Optional(Type.String({ ...additive, description: 'A pattern, whose first group is meant.' })),
  first: Type.Optional(Type.Boolean({ ...additive, description: 'The first result of a JSONPath.' })),
};

const fallback = Type.Enum(['??', '||']);

const global = Type.Optional(
  Type.Boolean({ ...additive, description: 'Visible to later requests of all files.' }),
);

const capture = Type.Object({
  name: Type.String(),
  ...capturedValue,
  line,
  global,
  or: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Object({ operator: fallback, ...capturedValue }),
        Type.Object({ operator: fallback, literal: Type.Unknown() }),
      ]),
      { ...additive, description: 'What is taken instead, from left to right.' },
    ),
  ),
  ...conditions,
  comments,
  comment,
});

const variableSet = Type.Object({ name: Type.String(), value: Type.String(), global, ...conditions });

const auth = Type.Object({ type: Type.String(), params: Type.Array(Type.String()) }, additive);

const mockDirectives = Type.Object(
  {
    when: Type.Optional(
      Type.Array(Type.Object(conditions), { description: 'What the received request is compared with.' }),
    ),
    delay: Type.Optional(
      Type.Object({ min: Type.Integer(), max: Type.Integer() }, { description: 'milliseconds' }),
    ),
    fault: Type.Optional(
      Type.Array(
        Type.Object({
          percent: Type.Number({ description: 'Of the requests.' }),
          kind: Type.Enum(['reset', 'timeout', 'malformed', 'status', 'slow-body']),
          status: Type.Optional(Type.Integer()),
          bytesPerSecond: Type.Optional(Type.Integer()),
        }),
      ),
    ),
    sequence: Type.Optional(Type.Enum(['cycle', 'last'])),
    template: Type.Optional(Type.Boolean()),
  },
  additive,
);

const metadata = Type.Object(
  {
    timeout: Type.Optional(Type.Integer({ description: 'milliseconds' })),
    retry: Type.Optional(Type.Integer()),
    depends: Type.Optional(Type.Array(Type.String())),
    set: Type.Optional(Type.Array(variableSet, additive)),
    retryDelay: Type.Optional(Type.Integer({ ...additive, description: 'milliseconds' })),
    retryOn: Type.Optional(Type.Array(Type.String(), additive)),
    skip: Type.Optional(Type.String(additive)),
    only: Type.Optional(Type.Boolean(additive)),
    auth: Type.Optional(auth),
    if: Type.Optional(Type.Array(Type.String(), additive)),
    unless: Type.Optional(Type.Array(Type.String(), additive)),
    data: Type.Optional(Type.String(additive)),
    each: Type.Optional(
      Type.Object(
        { source: Type.String(), name: Type.String() },
        { ...additive, description: 'The list whose elements the request runs for, and their name.' },
      ),
    ),
    delay: Type.Optional(Type.Integer({ ...additive, description: 'milliseconds' })),
    stress: Type.Optional(
      Type.Object(
        {
          weight: Type.Optional(Type.Integer()),
          think: Type.Optional(Type.Integer({ description: 'milliseconds' })),
          skip: Type.Optional(Type.Boolean()),
          setup: Type.Optional(Type.Boolean()),
          teardown: Type.Optional(Type.Boolean()),
        },
        additive,
      ),
    ),
    contract: Type.Optional(
      Type.Object({ provider: Type.Optional(Type.String()), state: Type.Optional(Type.String()) }, additive),
    ),
    mock: Type.Optional(mockDirectives),
  },
  { additionalProperties: true, description: 'Only the directives that the request carries.' },
);

const body = Type.Object(
  {
    contentType: Type.Enum(['json', 'xml', 'form', 'multipart', 'graphql', 'file', 'raw']),
    raw: Type.String(),
    line,
  },
  { additionalProperties: true },
);

const mockResponse = Type.Object({
  status: Type.Integer(),
  headers: Type.Array(keyValue),
  body: Type.String(),
  line,
});

const request = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    method: Type.String(),
    url: Type.String(),
    headers: Type.Array(keyValue),
    queryParams: Type.Array(keyValue),
    assertions: Type.Array(assertion),
    captures: Type.Array(capture),
    line,
    metadata,
    title: Type.String(additive),
    requestLine: Type.Integer(additive),
    body: Type.Union([Type.Null(), body], additive),
    mock: Type.Union([Type.Null(), mockResponse], additive),
    mocks: Type.Optional(
      Type.Array(mockResponse, { ...additive, description: 'All blocks of `@mock.sequence`.' }),
    ),
    db: Type.Array(
      Type.Object({ query: Type.String(), line, assertions: Type.Array(assertion), comments }),
      additive,
    ),
    shell: Type.Array(
      Type.Object({ command: Type.String(), ignoreFailure: Type.Boolean(), line, comments }),
      additive,
    ),
    foreign: Type.Array(
      Type.Object({ text: Type.String(), line, place: Type.Enum(['head', 'tail']) }),
      additive,
    ),
    scriptAssertions: Type.Optional(
      Type.Array(assertion, { ...additive, description: 'What scripts of other clients check.' }),
    ),
    scriptCaptures: Type.Optional(
      Type.Array(capture, { ...additive, description: 'What scripts of other clients store.' }),
    ),
    untranslatedScripts: Type.Optional(
      Type.Array(Type.String(), { ...additive, description: 'What scripts say that is not checked.' }),
    ),
    missingScript: Type.Optional(
      Type.String({ ...additive, description: 'A script file that it names and that cannot be read.' }),
    ),
    scriptSets: Type.Optional(
      Type.Array(variableSet, { ...additive, description: 'What scripts set before the request is sent.' }),
    ),
    comments: Type.Array(Type.String(), additive),
    endComments: Type.Array(Type.String(), additive),
  },
  { title: 'Request' },
);

const diagnostic = Type.Object(
  {
    severity: Type.Enum(['error', 'warning', 'info']),
    code: Type.String(),
    message: Type.String(),
    line,
    column: Type.Integer(),
    endColumn: Type.Integer(),
    endLine: Type.Optional(Type.Integer({ ...additive, description: 'the same line if absent' })),
    phase: Type.String(),
  },
  { title: 'Diagnostic' },
);

const hint = Type.Object(
  {
    severity: Type.Literal('information'),
    code: Type.Literal('undefined_variable'),
    message: Type.String(),
    line,
    column: Type.Integer(),
    endColumn: Type.Integer(),
  },
  { title: 'Hint' },
);

/** The findings of a file, which validation gives without running it. */
export const checkedText = Type.Object(
  {
    file: Type.String(),
    diagnostics: Type.Array(diagnostic),
    hints: Type.Optional(
      Type.Array(hint, { ...additive, description: 'For editors; only if an environment is sent.' }),
    ),
    clientVariables: Type.Optional(
      Type.Array(Type.String(), {
        ...additive,
        description:
          'Names of variables that environment files of other clients give; with hints, if there are any.',
      }),
    ),
  },
  { title: 'CheckedText' },
);

export const parsedFile = Type.Object(
  {
    path: Type.String(),
    variables: Type.Array(variable),
    requests: Type.Array(request),
    diagnostics: Type.Array(diagnostic, additive),
    comments: Type.Array(Type.String(), additive),
  },
  { title: 'ParsedFile' },
);
