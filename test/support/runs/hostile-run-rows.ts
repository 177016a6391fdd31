/** What a hostile workspace or caller tries with svc_run, and what it gets instead. */

export interface HostilePlaces {
  /** `127.0.0.1:port`, which the operator permits. */
  readonly allowed: string;
  /** A port of this machine that is not on the list; whoever connects to it is counted. */
  readonly port: number;
}

/** A request that fails without reaching its target. */
export interface RefusedRequest {
  readonly attempt: string;
  /** The text of a request file; its request is called by the number of its row. */
  readonly text: string;
  /** Part of what is told about its failure. */
  readonly reason: RegExp;
}

const NOT_LISTED = /blocked: \S+:\d+ is not on the operator's list of hosts/;

export function refusedRequests({ allowed, port }: HostilePlaces): readonly RefusedRequest[] {
  const forbidden = `127.0.0.1:${port}`;
  const get = (attempt: string, url: string, reason = NOT_LISTED): RefusedRequest => ({
    attempt,
    text: `GET ${url}`,
    reason,
  });
  const withLines = (attempt: string, lines: readonly string[], reason = NOT_LISTED): RefusedRequest => ({
    attempt,
    text: lines.join('\n'),
    reason,
  });
  const ok = `GET http://${allowed}/ok`;
  return [
    get('a host off the list', 'http://forbidden.example.test/'),
    get('another port of a listed host', `http://${forbidden}/`),
    get('the port of https', 'https://127.0.0.1/'),
    get('the port of http', 'http://127.0.0.1/'),
    get('another name of the same machine', `http://localhost:${port}/`),
    get('a name with a trailing dot', `http://localhost.:${port}/`),
    get('an address with a trailing dot', `http://127.0.0.1.:${port}/`),
    get('capital letters', `HTTP://LOCALHOST:${port}/`),
    get('a decimal number', `http://2130706433:${port}/`),
    get('a hexadecimal number', `http://0x7f.1:${port}/`),
    get('an octal number', `http://017700000001:${port}/`),
    get('a short address', `http://127.1:${port}/`),
    get('the unspecified address', `http://0:${port}/`),
    get('a mapped address', `http://[::ffff:127.0.0.1]:${port}/`),
    get('the loopback address of IPv6', `http://[::1]:${port}/`),
    get('digits of full width', `http://１２７.0.0.1:${port}/`),
    get('percent-encoded digits', `http://%31%32%37.0.0.1:${port}/`, /blocked|protocol/),
    get('credentials that look like a listed host', `http://${allowed}@${forbidden}/`, /blocked|protocol/),
    get('a backslash after a listed host', `http://${allowed}\\@${forbidden}/`, /blocked|protocol|#\d+ PASS/),
    withLines('the Host header beside a path', ['GET /', `Host: ${forbidden}`]),
    withLines('a variable of the file', [`@place = ${forbidden}`, '', 'GET http://{{place}}/']),
    withLines('a function in the host', [`GET http://{{$base64Decode('${base64(forbidden)}')}}/`]),
    get('a redirect', `http://${allowed}/redirect?to=http://${forbidden}/`),
    get('a redirect that keeps the method', `http://${allowed}/redirect?status=307&to=http://${forbidden}/`),
    get('a redirect without a scheme', `http://${allowed}/redirect?to=//${forbidden}/`),
    get('a redirect to an odd spelling', `http://${allowed}/redirect?to=http://0x7f.1:${port}/`),
    get('two redirects', `http://${allowed}/redirect?to=/redirect%3Fto=http://${forbidden}/`),
    withLines('a condition that waits', [`# @waitFor http://${forbidden}/ 200 200ms 50ms`, ok]),
    withLines('a token URL', [
      `# @auth oauth2 client_credentials http://${forbidden}/token, app, planted-client`,
      ok,
    ]),
    withLines('the token URL of a password', [
      `# @auth oauth2 password http://${forbidden}/token, app, planted-client, ada, planted-pw`,
      ok,
    ]),
    withLines(
      'a device code',
      [`# @auth oauth2 device_code http://${allowed}/device, http://${forbidden}/token, app,`, ok],
      /auth: a person has to sign in/,
    ),
    withLines(
      'a sign-in in the browser',
      [`# @auth oauth2 authorization_code http://${allowed}/authorize, http://${forbidden}/token, app,`, ok],
      /auth: a person has to sign in/,
    ),
    withLines('another attempt after a refusal', [
      '# @retry 3',
      '# @retryDelay 1',
      `GET http://${forbidden}/`,
    ]),
    withLines('a hook before the request', ['# @before touch hook.txt', ok], /hook: hooks are not run here/),
    withLines('a hook after the request', ['# @after touch hook.txt', ok], /hook: hooks are not run here/),
    withLines(
      'a shell block',
      [ok, '', '>>>shell', 'touch shell.txt', '<<<'],
      /shell: shell blocks are not run/,
    ),
    withLines(
      'a database',
      ['# @db sqlite://./made.db', ok, '', '>>>db', 'query SELECT 1', '<<<'],
      /db: database/,
    ),
    withLines(
      'a secret of a command',
      [`GET http://${allowed}/ok?key={{fromCommand}}`],
      /variable: secret "fromCommand"/,
    ),
    withLines('a variable of the process', [`GET http://${allowed}/{{$processEnv HOME}}`], /variable: /),
    withLines(
      'a variable of the process by name',
      [`GET http://${allowed}/{{PLANTED_VARIABLE}}`],
      /variable: /,
    ),
    withLines(
      'a body outside of the workspace',
      [`POST http://${allowed}/ok`, '', '< ../outside.txt'],
      /file: /,
    ),
    withLines('a body by its absolute path', [`POST http://${allowed}/ok`, '', '< /etc/hostname'], /file: /),
    withLines('a body behind a link', [`POST http://${allowed}/ok`, '', '< ./link.txt'], /file: /),
    withLines(
      'data outside of the workspace',
      ['# @data ../../outside.csv', ok],
      /file: |variable: |syntax: /,
    ),
    withLines(
      'a schema outside of the workspace',
      [ok, '', '>>>', 'expect body schema ../../outside.json', '<<<'],
      /schema/,
    ),
    withLines('a snapshot that does not exist', [ok, '', '>>>', 'expect body snapshot', '<<<'], /snapshot/),
    withLines(
      'a file of a form outside',
      [`POST http://${allowed}/ok`, '', '>>>multipart', 'file upload @../../outside.txt', '<<<'],
      /file: /,
    ),
  ];
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A call that is refused as a whole, before anything is read that could be sent. */
export interface RefusedCall {
  readonly attempt: string;
  readonly tool?: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly refusal: RegExp;
}

const files = ['fine.http'];

export const REFUSED_CALLS: readonly RefusedCall[] = [
  { attempt: 'a path above the workspace', args: { files: ['../outside.http'] }, refusal: outside('files') },
  { attempt: 'an absolute path', args: { files: ['/etc/hostname'] }, refusal: outside('files') },
  { attempt: 'a drive', args: { files: ['C:/outside.http'] }, refusal: outside('files') },
  {
    attempt: 'a backslash',
    args: { files: ['..\\outside.http'] },
    refusal: /^invalid_argument: files: control/,
  },
  {
    attempt: 'a NUL character',
    args: { files: ['fine.http\0'] },
    refusal: /^invalid_argument: files: control/,
  },
  { attempt: 'a link out of the workspace', args: { files: ['link.http'] }, refusal: outside('files') },
  { attempt: 'a linked folder', args: { files: ['linked'] }, refusal: outside('files') },
  {
    attempt: 'another kind of file',
    args: { files: ['service.yaml'] },
    refusal: /^invalid_argument: files: not a request file/,
  },
  {
    attempt: 'a missing file',
    args: { files: ['none.http'] },
    refusal: /^not_found: files none\.http does not exist/,
  },
  {
    attempt: 'an environment that is not permitted',
    args: { files, environment: 'prod' },
    refusal: /^invalid_argument: environment prod is not permitted here; permitted: dev, staging$/,
  },
  {
    attempt: 'an environment that is not defined',
    args: { files, environment: 'nowhere' },
    refusal: /^not_found: environment nowhere is not defined/,
  },
  {
    attempt: '1,001 results',
    args: { files: ['many.http'] },
    refusal: /^result_too_large: the selection gives 1001 results; the limit is 1000; narrow it/,
  },
  {
    attempt: '1,001 data rows',
    args: { files: ['rows.http'] },
    refusal: /^result_too_large: the selection gives 1001 results/,
  },
  {
    attempt: 'a request that is not there',
    args: { files, names: ['nothing'] },
    refusal: /^not_found: no request matches; files hold 1 requests$/,
  },
  {
    attempt: 'a permission among the arguments',
    args: { files, allow_private_network: true },
    refusal: /^invalid_argument: unknown field allow_private_network$/,
  },
  {
    attempt: 'a host among the arguments',
    args: { files, run_host: ['*'] },
    refusal: /^invalid_argument: unknown field run_host$/,
  },
  {
    attempt: 'variables among the arguments',
    args: { files, variables: { place: 'x' } },
    refusal: /^invalid_argument: unknown field variables$/,
  },
  {
    attempt: 'a config file',
    args: { files, config_file: 'x.yaml' },
    refusal: /^invalid_argument: unknown field config_file$/,
  },
  {
    attempt: 'no time',
    args: { files, timeout_s: 0 },
    refusal: /^invalid_argument: timeout_s: must be from 1 to 3600$/,
  },
  {
    attempt: 'a time that is too long',
    args: { files, timeout_s: 3601 },
    refusal: /^invalid_argument: timeout_s: must be from 1 to 3600$/,
  },
  { attempt: 'nothing to run', args: { files: [] }, refusal: /^invalid_argument: files: / },
  {
    attempt: '51 files',
    args: { files: Array.from({ length: 51 }, () => 'fine.http') },
    refusal: /^invalid_argument: files: must not have more than 50 entries$/,
  },
  {
    attempt: 'null',
    args: { files, environment: null },
    refusal: /^invalid_argument: environment: must be a string$/,
  },
  {
    attempt: 'a run that does not exist',
    tool: 'svc_result',
    args: { run: 'r999' },
    refusal: /^not_found: run r999 is no longer kept; run it again$/,
  },
  {
    attempt: 'an id of another form',
    tool: 'svc_result',
    args: { run: '../r1' },
    refusal: /^invalid_argument: run: has not the right form$/,
  },
  {
    attempt: 'a part of another form',
    tool: 'svc_result',
    args: { run: 'r1', part: 'secrets' },
    refusal: /^invalid_argument: part: must be one of summary, failures/,
  },
  {
    attempt: 'an explanation of a file outside',
    tool: 'svc_explain',
    args: { file: '../outside.http' },
    refusal: outside('file'),
  },
  {
    attempt: 'an explanation of nothing',
    tool: 'svc_explain',
    args: {},
    refusal: /^invalid_argument: provide exactly one of file and run$/,
  },
  {
    attempt: 'an explanation of both',
    tool: 'svc_explain',
    args: { file: 'fine.http', run: 'r1' },
    refusal: /^invalid_argument: provide exactly one of file and run$/,
  },
  {
    attempt: 'a request beside a file',
    tool: 'svc_explain',
    args: { file: 'fine.http', request: 1 },
    refusal: /^invalid_argument: request cannot be combined with file$/,
  },
];

function outside(field: string): RegExp {
  return new RegExp(`^path_outside_workspace: ${field} must stay inside the workspace$`);
}
