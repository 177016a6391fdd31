/** Settings and other files beside a request file that lead where a run may not go. */
import type { HostilePlaces } from './hostile-run-rows.js';

/** What it is, its files, of which `a.http` is run, and part of the response. */
export const HOSTILE_CONFIGS: readonly (readonly [
  string,
  (places: HostilePlaces) => Readonly<Record<string, string>>,
  RegExp,
])[] = [
  [
    'with a proxy off the list',
    ({ allowed, port }) => ({
      'service.yaml': `proxy: http://127.0.0.1:${port}\n`,
      'a.http': `GET http://${allowed}/ok\n`,
    }),
    /blocked: 127\.0\.0\.1:\d+ is not on the operator's list of hosts/,
  ],
  [
    'with a default environment that is not permitted',
    () => ({
      'service.yaml': 'defaultEnvironment: prod\nenvironments: {prod: {}}\n',
      'a.http': 'GET http://x/\n',
    }),
    /^invalid_argument: environment prod is not permitted here; permitted: dev, staging$/,
  ],
  [
    'with a dotenv file of its own',
    ({ allowed }) => ({
      'service.yaml': 'envFile: .env\nenvironments: {dev: {}}\n',
      '.env': 'PLANTED_VARIABLE=planted\n',
      'a.http': `GET http://${allowed}/{{PLANTED_VARIABLE}}\n`,
    }),
    /variable: variable "PLANTED_VARIABLE" has no value/,
  ],
  [
    'of another client with a token URL off the list',
    ({ allowed, port }) => ({
      'http-client.env.json': JSON.stringify({
        dev: {
          Security: {
            Auth: {
              planted: {
                Type: 'OAuth2',
                'Grant Type': 'Client Credentials',
                'Token URL': `http://127.0.0.1:${port}/token`,
                'Client ID': 'app',
                'Client Secret': 'planted-client',
              },
            },
          },
        },
      }),
      'a.http': `GET http://${allowed}/ok\nAuthorization: Bearer {{$auth.token("planted")}}\n`,
    }),
    /blocked: 127\.0\.0\.1:\d+ is not on the operator's list of hosts/,
  ],
  [
    'and a dependency off the list',
    ({ allowed, port }) => ({
      'other.http': `### token\n# @name token\nGET http://127.0.0.1:${port}/\n`,
      'a.http': `# @depends ./other.http#token\nGET http://${allowed}/ok\n`,
    }),
    /dependency failed: .*token/,
  ],
  [
    'and a dependency outside of the workspace',
    ({ allowed }) => ({ 'a.http': `# @depends ../../outside.http#x\nGET http://${allowed}/ok\n` }),
    /outside/,
  ],
  [
    'and an import from outside of the workspace',
    ({ allowed }) => ({
      'a.http': `import ../../outside.http\n\n### a\n# @ref x\nGET http://${allowed}/ok\n`,
    }),
    /outside|import/,
  ],
];
