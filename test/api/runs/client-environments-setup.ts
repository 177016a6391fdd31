import { dedent } from '../../support/dedent.js';
import { type RunningServer } from '../../support/servers/running-server.js';

export const ENV = 'http-client.env.json';
const PRIVATE = 'http-client.private.env.json';
export const FILE = dedent`
  ### a
  GET {{host}}/{{place}}/{{word}}

  >>>
  expect body.echo == no
  <<<
`;

export function environmentFiles(url: string): Readonly<Record<string, string>> {
  return {
    'api/a.http': FILE,
    [ENV]: `{"local": {"host": "${url}", "place": "far"}, "$shared": {"host": "http://127.0.0.1:9"}}`,
    [`api/${ENV}`]: '{"local": {"place": "near"}, "stage": {"place": "stage"}}',
    [PRIVATE]: '{"local": {"word": "hunter22"}, "stage": {"word": "hunter33"}}',
  };
}

export function post(server: RunningServer, path: string, json: object) {
  return server.call('POST', path, { json });
}
