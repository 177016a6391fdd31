import type { Route } from '../../../src/server/call/route.js';
import { dedent } from '../../support/dedent.js';
import { startServer, type ApiResponse, type RunningServer } from '../../support/running-server.js';
import { proveRows, type Proof } from './check-error-cases.js';
import { callOf, factsOf } from './route-facts.js';
import { wrongValues } from './wrong-values.js';

const files = {
  'ok.http': dedent`
    ### a
    # @skip
    GET http://127.0.0.1:1/
  `,
};

function send({ call }: RunningServer, route: Route, body: string): Promise<ApiResponse> {
  const { method, path } = callOf(route);
  return call(method, path, { body });
}

/** With one field in place of what would be taken. */
function sendField(
  { call }: RunningServer,
  route: Route,
  field: string,
  value: unknown,
): Promise<ApiResponse> {
  const { method, path, options } = callOf(route);
  return call(method, path, { json: { ...(options.json as object), [field]: value } });
}

/** The same bodies everywhere; where no JSON is asked for they are no fault. */
function sameBodies(bodies: readonly (readonly [body: string, message: string])[]): Proof {
  return async ({ routes, others, saw, spared }) => {
    const server = await startServer({ files });
    for (const [body, message] of bodies) {
      for (const route of routes) saw(route, await send(server, route, body), message);
      for (const route of others) spared(route, await send(server, route, body));
    }
  };
}

proveRows('bodies', {
  B1: sameBodies([
    ['', 'request body is empty; expected a JSON object'],
    [' \n', 'request body is empty; expected a JSON object'],
  ]),

  B2: sameBodies([
    ['{"a":', 'request body is not valid JSON: unexpected end at line 1, column 6'],
    ['{"a"', 'request body is not valid JSON: unexpected end at line 1, column 5'],
    ['{\n"a" 1}', 'request body is not valid JSON: unexpected character at line 2, column 5'],
  ]),

  B3: sameBodies([
    ['[1]', 'request body must be a JSON object'],
    ['null', 'request body must be a JSON object'],
  ]),

  B4: async ({ routes, saw }) => {
    const server = await startServer({ files });
    for (const route of routes) {
      for (const field of factsOf(route).required ?? []) {
        for (const value of emptyValues(route, field)) {
          saw(route, await sendField(server, route, field, value), `${field} is required`);
        }
      }
    }
  },

  B5: async ({ routes, saw }) => {
    const server = await startServer({ files });
    for (const route of routes) {
      if (typeof route.body !== 'object') continue;
      for (const [field, schema] of Object.entries(route.body.properties)) {
        for (const [place, value] of wrongValues(field, schema)) {
          const answer = await sendField(server, route, field, value);
          saw(route, answer, new RegExp(`^${place.replaceAll(/[[\].]/g, '\\$&')} must be .`));
        }
      }
    }
  },

  B6: async ({ routes, others, saw, spared }) => {
    const server = await startServer({ files });
    for (const route of routes) {
      saw(route, await sendField(server, route, 'unheardOf', 1), 'unknown field: unheardOf');
      const near = 'unknown field: timeOut; did you mean timeout?';
      saw(route, await sendField(server, route, 'timeOut', 1), near);
    }
    for (const route of others) spared(route, await sendField(server, route, 'unheardOf', 1));
  },

  B7: sameBodies([
    ['{"__proto__":{}}', 'key not allowed: __proto__'],
    ['{"prototype":1}', 'key not allowed: prototype'],
    ['{"x":[{"constructor":1}]}', 'key not allowed: constructor'],
  ]),
});

function emptyValues({ path }: Route, field: string): readonly unknown[] {
  // All variables of an environment may be taken away.
  if (field === 'variables') return [undefined, null];
  // A profile may have it: what is given has to be a text.
  if (path === '/stress/start' && field === 'duration') return [undefined, null, ''];
  return [undefined, null, '', []];
}
