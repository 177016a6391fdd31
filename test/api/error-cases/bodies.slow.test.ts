import type { ApiRoute } from '../../../src/server/call/route.js';
import { dedent } from '../../support/dedent.js';
import { startServer, type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';
import { checkErrorCases, type CaseTest } from './check-error-cases.js';
import { callOf, factsOf } from './route-facts.js';
import { wrongValues } from './wrong-values.js';

const files = {
  'ok.http': dedent`
    ### a
    # @skip
    GET http://127.0.0.1:1/
  `,
};

function send({ call }: RunningServer, route: ApiRoute, body: string): Promise<ApiResponse> {
  const { method, path } = callOf(route);
  return call(method, path, { body });
}

/** A valid body in which one field is replaced. */
function sendField(
  { call }: RunningServer,
  route: ApiRoute,
  field: string,
  value: unknown,
): Promise<ApiResponse> {
  const { method, path, options } = callOf(route);
  return call(method, path, { json: { ...(options.json as object), [field]: value } });
}

/** Sends the same bodies to every route; they are no error where no JSON is expected. */
function sameBodies(bodies: readonly (readonly [body: string, message: string])[]): CaseTest {
  return async ({ routes, others, expectCase, expectOther }) => {
    const server = await startServer({ files });
    for (const [body, message] of bodies) {
      for (const route of routes) expectCase(route, await send(server, route, body), message);
      for (const route of others) expectOther(route, await send(server, route, body));
    }
  };
}

checkErrorCases('bodies', {
  'empty body': sameBodies([
    ['', 'request body is empty; expected a JSON object'],
    [' \n', 'request body is empty; expected a JSON object'],
  ]),

  'invalid JSON': sameBodies([
    ['{"a":', 'request body is not valid JSON: unexpected end at line 1, column 6'],
    ['{"a"', 'request body is not valid JSON: unexpected end at line 1, column 5'],
    ['{\n"a" 1}', 'request body is not valid JSON: unexpected character at line 2, column 5'],
  ]),

  'body is no object': sameBodies([
    ['[1]', 'request body must be a JSON object'],
    ['null', 'request body must be a JSON object'],
  ]),

  'missing field': async ({ routes, expectCase }) => {
    const server = await startServer({ files });
    for (const route of routes) {
      for (const field of factsOf(route).required ?? []) {
        for (const value of emptyValues(route, field)) {
          expectCase(route, await sendField(server, route, field, value), `${field} is required`);
        }
      }
    }
  },

  'wrong field': async ({ routes, expectCase }) => {
    const server = await startServer({ files });
    for (const route of routes) {
      if (typeof route.body !== 'object') continue;
      for (const [field, schema] of Object.entries(route.body.properties)) {
        for (const [place, value] of wrongValues(field, schema)) {
          const response = await sendField(server, route, field, value);
          expectCase(route, response, new RegExp(`^${place.replaceAll(/[[\].]/g, '\\$&')} must be .`));
        }
      }
    }
  },

  'unknown field': async ({ routes, others, expectCase, expectOther }) => {
    const server = await startServer({ files });
    for (const route of routes) {
      expectCase(route, await sendField(server, route, 'unheardOf', 1), 'unknown field: unheardOf');
      const near = 'unknown field: timeOut; did you mean timeout?';
      expectCase(route, await sendField(server, route, 'timeOut', 1), near);
    }
    for (const route of others) expectOther(route, await sendField(server, route, 'unheardOf', 1));
  },

  'forbidden key': sameBodies([
    ['{"__proto__":{}}', 'key not allowed: __proto__'],
    ['{"prototype":1}', 'key not allowed: prototype'],
    ['{"x":[{"constructor":1}]}', 'key not allowed: constructor'],
  ]),
});

function emptyValues({ path }: ApiRoute, field: string): readonly unknown[] {
  // An environment may be left without variables.
  if (field === 'variables') return [undefined, null];
  // The profile may have the duration, so an empty list is a wrong field.
  if (path === '/stress/start' && field === 'duration') return [undefined, null, ''];
  return [undefined, null, '', []];
}
