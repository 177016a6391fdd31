import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, type ApiRoute } from '../call/route.js';
import { assertionResult } from '../schemas/run-result-schema.js';

const additive = { additive: true };

const interaction = Type.Object(
  {
    name: Type.String({ description: 'Of the request; parse stands for a file that cannot be used.' }),
    provider: Type.String(),
    state: Type.String(),
    passed: Type.Boolean(),
    duration: Type.Integer({ description: 'Milliseconds of the request, without the state handler.' }),
    skipped: Type.Boolean(additive),
    skipReason: Type.String(additive),
    assertions: Type.Array(assertionResult, additive),
    error: Type.String(additive),
    statusCode: Type.Integer({ ...additive, description: '0 without a response.' }),
    line: Type.Integer({ ...additive, description: 'Of the request; 0 without one.' }),
  },
  { title: 'ContractInteraction' },
);

export const contractFileResult = Type.Object(
  {
    file: Type.String(),
    passed: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer(),
    duration: Type.Integer(),
    results: Type.Array(interaction),
  },
  { title: 'ContractFileResult' },
);

export const contractVerification = Type.Object(
  {
    running: Type.Integer({ description: 'Running verifications of all clients.' }),
    providerUrl: Type.String({ description: 'Of the last one that ended; empty before the first.' }),
    finishedAt: Type.String({ description: 'When that was; empty before the first.' }),
    results: Type.Array(contractFileResult),
  },
  { title: 'ContractVerification' },
);

export const contractRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/contract/verify', {
    summary: 'Verify a provider against request files',
    body: Type.Object({
      providerUrl: Type.String({ description: 'Takes the place of the address of every request.' }),
      stateHandler: Type.Optional(
        Type.String({ description: 'URL that is sent the state of an interaction before it.' }),
      ),
      files: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          description: 'All request files of the workspace when left out.',
        }),
      ),
      environment: Type.Optional(Type.String({ ...additive, description: 'Instead of the active one.' })),
      skipUnsupported: Type.Optional(
        Type.Boolean({
          ...additive,
          description: 'Skip requests that svc cannot run, which fail otherwise.',
        }),
      ),
    }),
    responses: { 200: Type.Array(contractFileResult) },
    errors: [400, 403, 404, 503],
    handle: ({ body }, { contracts }, { signal }) => contracts.verify(body, signal),
  }),
  defineRoute('GET', '/contract/result', {
    summary: 'The last verification since the server started, and whether one is under way',
    additive: true,
    responses: { 200: contractVerification },
    handle: (_, { contracts }) => contracts.last(),
  }),
  defineRoute('GET', '/contract/files', {
    summary: 'The files that a verification takes when none are named',
    responses: { 200: Type.Object({ files: Type.Array(Type.String()) }) },
    errors: [500],
    handle: (_, { contracts }) => contracts.files(),
  }),
];
