/** Secrets in every place where one can be, and the search for them in everything a run leaves behind. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authRequests } from '../../support/clients/auth-requests.js';
import { loopback } from '../../support/runs/run-requests.js';
import { moveWaitingRuns } from '../../support/files/history-place.js';
import { runSvc, type RunOutcome } from '../../support/program/run-svc.js';

/** Each is planted in one place only, and has characters that every encoding changes. */
export const SECRETS = {
  flag: 'flag-ä "1"/+?',
  marked: 'marked&by=flag 2',
  environment: 'env/ironment+3~',
  configured: 'con"fig\\ured 4',
  file: 'file-@secret {5}',
  bearer: 'bearer.token-6==',
  basicPassword: 'basic:pass word7',
  headerKey: 'header-key_8/9',
  queryKey: 'query key+9&',
  digestPassword: 'digest|pass10',
  cloudSecret: 'cloud+secret/11',
  cloudSession: 'session//token12',
  clientSecret: 'client secret%13',
  userPassword: 'user#password14',
  captured: 'captured;value15',
  proxyPassword: 'proxypass-16',
  passphrase: 'pass phrase 17',
};

/** Known by their names before anything is sent. */
export const NAMED = [SECRETS.flag, SECRETS.marked, SECRETS.environment, SECRETS.configured, SECRETS.file];

export const FILE = (url: string): string => `@secret own = ${SECRETS.file}
@configured = ${SECRETS.configured}

### echo
# @description Everything is sent, and comes back
POST ${url}/echo?plain={{own}}
? flag = {{flag}}
X-Marked: {{marked}}
X-Environment: {{fromEnvironment}}

{"own": "{{own}}", "configured": {{$json("x")}}, "b64": "{{$base64({{flag}})}}", "url": "{{$urlEncode({{own}})}}", "env": "{{fromEnvironment}}"}

>>>
expect status == 200
expect body.decoded contains {{flag}}
<<<

>>>capture
hidden from body.hidden
again from body.sent
<<<

### shows what it compares
GET ${url}/echo?x={{own}}
X-Marked: {{marked}}

>>>
expect body.sent contains "nothing like {{flag}}"
expect header X-Echo == {{marked}}
expect body == {{own}}
expect body.sent matches /{{fromEnvironment}}/
<<<

### uses the capture
# @depends echo
# @auth bearer {{echo.hidden}}
GET ${url}/echo/{{$urlEncode({{echo.hidden}})}}/{{configured}}

${authRequests(url, SECRETS)}### cannot connect
# @retry 1
# @retryDelay 1
GET http://127.0.0.1:1/{{own}}
`;

/** Sends back everything it receives, in headers and body, encoded in several ways. */
export async function echo() {
  return loopback(({ path, headers, body }) => {
    if (path === '/token') return { json: { access_token: 'issued-access-token', expires_in: 60 } };
    if (path === '/refused') return { status: 400, json: { error: 'invalid_grant', note: body } };
    if (path === '/digest') {
      const seen = headers.authorization ?? '';
      const challenge = { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256' };
      return seen === '' ? { status: 401, headers: challenge } : { json: { seen } };
    }
    const received = { path, ...headers, body };
    const sent = Object.values(received).join(' ');
    return {
      headers: {
        'X-Echo': encodeURIComponent(String(headers['x-marked'])),
        'Set-Cookie': 'session=cookie-value-18',
      },
      json: {
        hidden: SECRETS.captured,
        sent,
        decoded: decodeURIComponent(path.replaceAll('+', ' ')),
        each: NAMED.map((secret) => Buffer.from(secret).toString('base64url')),
      },
    };
  });
}

/** Every form in which a value could be found. */
export function forms(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.toLowerCase(),
    percent.replaceAll('%20', '+'),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ];
}

export async function everythingBelow(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const texts = new Map<string, string>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = await readUnlessRemoved(path);
    if (text !== undefined) texts.set(path.slice(directory.length + 1), text);
  }
  return texts;
}

/** The driver removes the two files beside a closed store when its statements are collected, at any later time. */
async function readUnlessRemoved(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (/-(?:shm|wal)$/.test(path) && !existsSync(path)) return undefined;
    throw error;
  }
}

export const REPORTS = ['json', 'junit', 'tap', 'html', 'ctrf', 'har', 'github', 'console'];

export async function runAndCollect(
  cwd: string,
  args: readonly string[],
): Promise<[RunOutcome, Map<string, string>]> {
  const reports = REPORTS.flatMap((format) => ['--report', `${format}=out/${format}`]);
  const env = {
    SVC_SECRET_fromEnvironment: SECRETS.environment,
    SVC_KEY_PASSPHRASE: SECRETS.passphrase,
    GITHUB_STEP_SUMMARY: join(cwd, 'out/summary'),
  };
  const all = ['run', 'a.http', '--secret', `flag=${SECRETS.flag}`, '--variable', `marked=${SECRETS.marked}`];
  const outcome = await runSvc(
    [...all, '--secret', 'marked', '--history-db', 'out/history.db', ...reports, ...args],
    { cwd, env },
  );
  // What waits for the history is looked at as well as the history itself.
  const waiting = await everythingBelow(join(cwd, 'out'));
  await moveWaitingRuns(join(cwd, 'out/history.db'));
  const texts = new Map([...waiting, ...(await everythingBelow(join(cwd, 'out')))]);
  texts.set('stdout', outcome.stdout);
  texts.set('stderr', outcome.stderr);
  return [outcome, texts];
}

export function leaks(
  texts: ReadonlyMap<string, string>,
  secrets: readonly string[] = [...Object.values(SECRETS), 'issued-access-token'],
): string[] {
  return [...texts].flatMap(([place, text]) =>
    secrets.flatMap((secret) =>
      forms(secret)
        .filter((form) => text.includes(form))
        .map((form) => `${place}: ${secret} as ${form}`),
    ),
  );
}
