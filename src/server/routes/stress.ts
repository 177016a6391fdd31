import type { TSchema } from 'typebox';
import { Type } from '../../primitives/shapes/type.js';
import { defineRoute, respond, type ApiRoute } from '../call/route.js';
import { stressResult, stressStatus } from '../schemas/stress-result-schema.js';
import { newProfile, profileChanges, stressProfile, stressStart } from '../schemas/stress-schema.js';
import { htmlFile, storedStressRoutes } from './stored-stress.js';

const named = Type.Object({ name: Type.String() });

function state(...words: string[]): TSchema {
  return Type.Object({ status: Type.Enum(words) });
}

export const stressRoutes: readonly ApiRoute[] = [
  defineRoute('POST', '/stress/start', {
    summary: 'Start a load test',
    body: stressStart,
    responses: { 200: state('started') },
    errors: [400, 403, 404, 409, 503],
    handle: async ({ body }, { stress }) => respond(await stress.start(body)),
  }),
  defineRoute('POST', '/stress/stop', {
    summary: 'Stop the load test',
    responses: { 200: state('stopping', 'already_stopped') },
    handle: (_, { stress }) => respond(stress.control.stop()),
  }),
  defineRoute('GET', '/stress/status', {
    summary: 'The progress of the load test',
    responses: { 200: stressStatus },
    handle: (_, { stress }) => respond(stress.control.status()),
  }),
  defineRoute('GET', '/stress/result', {
    summary: 'The result of the last load test that ended',
    responses: { 200: stressResult },
    errors: [404],
    handle: (_, { stress }) => respond(stress.control.result()),
  }),
  defineRoute('GET', '/stress/result/report', {
    summary: 'The result of the last load test as an HTML page',
    additive: true,
    responses: { 200: 'text' },
    textTypes: ['text/html'],
    errors: [404],
    handle: async (_, { stress }) => htmlFile(await stress.page(), 'load-test.html'),
  }),
  ...storedStressRoutes,
  defineRoute('GET', '/stress/profiles', {
    summary: 'All load profiles',
    responses: { 200: Type.Array(stressProfile) },
    errors: [400],
    handle: async (_, { stress }) => respond(await stress.profiles.list()),
  }),
  defineRoute('POST', '/stress/profiles', {
    summary: 'Create a load profile',
    body: newProfile,
    responses: { 201: named },
    errors: [400, 409, 500],
    handle: async ({ body: { name, ...fields } }, { stress }) => {
      return { status: 201, json: await stress.profiles.create(name, fields) };
    },
  }),
  defineRoute('PUT', '/stress/profiles/{name}', {
    summary: 'Change some fields of a load profile',
    body: profileChanges,
    responses: { 200: named },
    errors: [400, 404, 409, 500],
    handle: async ({ params, body }, { stress }) =>
      respond(await stress.profiles.change(params['name'] ?? '', body)),
  }),
  defineRoute('DELETE', '/stress/profiles/{name}', {
    summary: 'Remove a load profile',
    responses: { 204: null },
    errors: [400, 404, 409, 500],
    handle: ({ params }, { stress }) => stress.profiles.remove(params['name'] ?? ''),
  }),
];
