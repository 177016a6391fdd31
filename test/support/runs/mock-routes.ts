import { buildRoutes } from '../../../src/mock/mock-routes.js';
import type { MockRoute } from '../../../src/mock/responses/mock-route.js';
import type { RoutesInput } from '../../../src/mock/file-routes.js';
import { SecretSet } from '../../../src/redaction/secret-set.js';
import { dedent } from '../dedent.js';
import { parseText } from '../../../src/request-file/parse-file.js';

export type RouteSettings = Partial<
  RoutesInput['options'] &
    Pick<RoutesInput, 'process' | 'readFile' | 'delay' | 'stateful' | 'strictMatch' | 'template' | 'signal'>
>;

/** The routes of one file. */
export function routesOf(text: string, settings: RouteSettings = {}): Promise<readonly MockRoute[]> {
  const { operatorVariables = {}, environment = {}, dotenv = {}, process = {}, delay = 0 } = settings;
  return buildRoutes({
    files: [{ file: parseText(text, 'depot.http'), shown: 'depot.http', directory: '/depot' }],
    options: { operatorVariables, environment, dotenv, secretNames: settings.secretNames ?? [] },
    secrets: new SecretSet(),
    process,
    delay,
    stateful: settings.stateful ?? false,
    strictMatch: settings.strictMatch ?? false,
    template: settings.template ?? false,
    readFile: settings.readFile ?? (() => Promise.reject(new Error('no file'))),
    clock: () => Date.UTC(2031, 3, 7),
    signal: settings.signal ?? new AbortController().signal,
    random: (count) => new Uint8Array(count),
  });
}

/** The one route of a GET with these assertions. */
export async function derived(
  assertions: readonly string[],
  settings: RouteSettings = {},
): Promise<MockRoute> {
  const block = dedent`
    >>>
    ${assertions.map((line) => `expect ${line}`).join('\n')}
    <<<
  `;
  const [route] = await routesOf(`### read\nGET http://depot.test/crates/{{crateId}}\n\n${block}`, settings);
  if (!route) throw new Error('no route');
  return route;
}
