import { Type } from '../../primitives/shapes/type.js';

const additive = { additive: true };
const time = { format: 'date-time' };

export const recentEntries = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      file: Type.String(),
      requestName: Type.String(),
      method: Type.String(),
      url: Type.String(),
      statusCode: Type.Integer(),
      duration: Type.Integer(),
      passed: Type.Boolean(),
      timestamp: Type.String(time),
      skipped: Type.Boolean(additive),
    },
    { title: 'HistoryEntry' },
  ),
);

const runFields = {
  id: Type.Integer(),
  filePath: Type.String(),
  environment: Type.String(),
  startedAt: Type.String(time),
  finishedAt: Type.String(time),
  durationMs: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
  skipped: Type.Integer(),
  total: Type.Integer(),
};

const workspaceRoot = Type.String({ ...additive, description: 'Root of the workspace the run belongs to.' });

const persistedAssertion = Type.Object(
  {
    id: Type.Integer(),
    operator: Type.String(),
    subject: Type.String(),
    expected: Type.String(),
    actual: Type.String(),
    passed: Type.Boolean(),
  },
  { title: 'PersistedAssertion' },
);

const resultFields = {
  id: Type.Integer(),
  requestName: Type.String(),
  method: Type.String(),
  url: Type.String(),
  statusCode: Type.Integer({ description: '0 without a response.' }),
  durationMs: Type.Integer(),
  passed: Type.Boolean(),
  description: Type.String(),
  bodyPreview: Type.String(),
  assertions: Type.Array(persistedAssertion),
};

export const persistedRun = Type.Object(
  {
    ...runFields,
    results: Type.Array(
      Type.Object(
        {
          ...resultFields,
          skipped: Type.Boolean(additive),
          error: Type.Union([Type.String(), Type.Null()], additive),
        },
        { title: 'PersistedResult' },
      ),
    ),
    workspace: workspaceRoot,
  },
  { title: 'PersistedRun' },
);

const place = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() };

export const runPage = Type.Object({
  runs: Type.Array(Type.Object({ ...runFields, workspace: workspaceRoot }, { title: 'PersistedRunSummary' })),
  ...place,
});

export const resultPage = Type.Object({
  results: Type.Array(
    Type.Object(
      {
        ...resultFields,
        runId: Type.Integer(),
        skipped: Type.Boolean(),
        error: Type.Union([Type.String(), Type.Null()]),
        filePath: Type.String(),
        environment: Type.String(),
        runStartedAt: Type.String(time),
      },
      { title: 'NamedResult' },
    ),
  ),
  ...place,
});

export const scopeFields = {
  workspace: Type.Optional(
    Type.Literal('current', { ...additive, rule: 'current', description: 'Only runs of this workspace.' }),
  ),
};

export const pageFields = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 20,
      rule: 'a whole number from 1 to 100',
      description: 'More than 100 means 100.',
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
};
