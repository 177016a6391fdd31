import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';

export const environment = Type.Object(
  {
    name: Type.String(),
    variables: Type.Record(Type.String(), Type.Unknown(), { description: 'As written in the config.' }),
  },
  { title: 'Environment' },
);

const activeEnvironment = Type.Object({
  name: Type.String({
    maxLength: 128,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    rule: 'at most 128 characters without control characters',
  }),
});

const variables = Type.Object({
  variables: Type.Record(Type.String(), Type.Unknown()),
  base: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      additive: true,
      description: 'The variables that the change starts from; 409 when the config has others by now.',
    }),
  ),
});

const newName = Type.Object({
  name: Type.String({ description: 'The new name; it must not be in use.' }),
});

export const environmentsRoutes: readonly ApiRoute[] = [
  defineRoute('GET', '/environments', {
    summary: 'All environments, the active one among them',
    responses: { 200: Type.Array(environment) },
    errors: [400],
    handle: async (_, { environments }) => respond(await environments.list()),
  }),
  defineRoute('PUT', '/environments/active', {
    summary: 'Choose the active environment',
    body: activeEnvironment,
    responses: { 204: null },
    errors: [400],
    handle: async ({ body }, { environments }) => {
      environments.activate(body.name);
      // The event has to reach its clients before the response, which may use a faster connection.
      await nextTurn();
    },
  }),
  defineRoute('GET', '/environments/{name}', {
    summary: 'One environment',
    responses: { 200: environment },
    errors: [400, 404],
    handle: async ({ params }, { environments }) => respond(await environments.one(params['name'] ?? '')),
  }),
  defineRoute('PUT', '/environments/{name}', {
    summary: 'Create an environment or replace its variables',
    body: variables,
    responses: { 200: environment },
    errors: [400, 409, 500],
    handle: async ({ params, body }, { environments }) =>
      respond(await environments.put(params['name'] ?? '', body.variables, body.base)),
  }),
  defineRoute('DELETE', '/environments/{name}', {
    summary: 'Delete an environment that is neither active nor the default',
    additive: true,
    responses: { 204: null },
    errors: [400, 404, 409, 500],
    handle: ({ params }, { environments }) => environments.remove(params['name'] ?? ''),
  }),
  defineRoute('POST', '/environments/{name}/rename', {
    summary: 'Rename an environment; it stays active or the default one',
    additive: true,
    body: newName,
    responses: { 200: environment },
    errors: [400, 404, 409, 500],
    handle: async ({ params, body }, { environments }) => {
      const renamed = await environments.rename(params['name'] ?? '', body.name);
      // As for the choice of the active environment: the event comes first.
      await nextTurn();
      return respond(renamed);
    },
  }),
];
