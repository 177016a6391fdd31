import { dedent } from '../../support/dedent.js';
import { type RunningServer } from '../../support/servers/running-server.js';

export const files = {
  'ok.http': dedent`
    ### a
    # @skip
    GET http://127.0.0.1:9/
  `,
  'notes.txt': 'hello',
  'broken.http': dedent`
    ### a
    GET http://127.0.0.1:9/

    >>>
    expect
    expect
    <<<
  `,
  'twice.http': dedent`
    ### x
    # @name a
    GET http://127.0.0.1:9/
    ### y
    # @name a
    GET http://127.0.0.1:9/
    ### z
    # @depends a
    GET http://127.0.0.1:9/
  `,
  'cycle.http': dedent`
    ### a
    # @depends b
    GET http://127.0.0.1:9/
    ### b
    # @depends a
    GET http://127.0.0.1:9/
  `,
  'far.http': dedent`
    ### a
    # @depends ./near.http#b
    GET http://127.0.0.1:9/
  `,
  'near.http': dedent`
    ### b
    # @depends ./far.http#a
    GET http://127.0.0.1:9/
  `,
  'titles.http': dedent`
    ### same
    GET http://127.0.0.1:9/1
    ### same
    GET http://127.0.0.1:9/2
  `,
};

export async function refusedBy(
  server: RunningServer,
  path: '/execute' | '/run',
  json: unknown,
): Promise<unknown[]> {
  const response = await server.call('POST', path, { json });
  const { error, message } = response.json as { error: string; message: string };
  return [response.status, error, message];
}

export const STATUS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
};
