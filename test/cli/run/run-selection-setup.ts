import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

export const FILE = (url: string): string => dedent`
  @base = ${url}

  # A comment of the first request.
  # @name login
  GET {{base}}/login

  ### Read
  # @name read
  # @depends login
  GET {{base}}/read
  Accept: */*

  >>>
  expect status 200
  <<<

  ### Write
  # @only
  POST {{base}}/write

  body

  ### notes without a request

  ### last
  GET {{base}}/last
`;

export async function workspace(): Promise<{ readonly cwd: string; readonly seen: string[] }> {
  const { url, seen } = await loopback();
  const cwd = await temporaryWorkspace({
    'a.http': FILE(url),
    'sub/b.http': `### only b\nGET ${url}/b\n### other b\nGET ${url}/b2\n`,
    'broken.http': 'GTE x\n',
    'service.yaml': 'history: { enabled: false }\n',
  });
  return { cwd, seen };
}
