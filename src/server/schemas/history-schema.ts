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

const workspaceRoot = Type.String({
  ...additive,
  description: 'Root of the workspace the run belongs to; in a team history its name.',
});

const ofTeam = Type.Optional(Type.String({ ...additive, description: 'Only in a team history.' }));

/** Who made a load test, where and of which sources. */
export const testWriterFields = {
  actor: ofTeam,
  host: ofTeam,
  gitCommit: ofTeam,
  gitBranch: ofTeam,
  ciUrl: ofTeam,
};

const writerFields = { ...testWriterFields, shard: ofTeam };

const persistedAssertion = Type.Object(
  {
    id: Type.Integer(),
    operator: Type.String(),
    subject: Type.String(),
    expected: Type.String(),
    actual: Type.String(),
    passed: Type.Boolean(),
    skipped: Type.Optional(
      Type.Literal(true, { additive: true, description: 'Its condition was not met: it was not checked.' }),
    ),
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
    ...writerFields,
  },
  { title: 'PersistedRun' },
);

const place = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() };

export const runPage = Type.Object({
  runs: Type.Array(
    Type.Object(
      { ...runFields, workspace: workspaceRoot, ...writerFields },
      { title: 'PersistedRunSummary' },
    ),
  ),
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

/** For calls that delete: nothing removes what other workspaces have in the history of a team. */
export const scopeFields = {
  workspace: Type.Optional(
    Type.Literal('current', { ...additive, rule: 'current', description: 'Only runs of this workspace.' }),
  ),
};

export const readScopeFields = {
  workspace: Type.Optional(
    Type.Enum(['current', 'all'], {
      ...additive,
      rule: 'current or all',
      description:
        'Only runs of this workspace, or of all; left out, those of all in a local history and of this one in a team history.',
    }),
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
