/** Secrets planted in every input are in nothing that one use of every command leaves behind. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { moveWaitingRuns } from '../support/files/history-place.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { nodeOnPath } from '../support/program/secret-program.js';
import { filesLeft, search, type Artefacts } from './artefacts.js';
import { SECRETS, startTarget, workspaceFiles } from './planted.js';
import { USES, type Use } from './uses.js';

/** What is worth waiting for at a time. */
const AT_ONCE = 4;

it('finds no secret in what any command leaves', async () => {
  const { url, requests } = await startTarget();
  const artefacts: Artefacts = new Map();
  await inParallel(Object.entries(USES), async ([name, use]) => {
    for (const [place, content] of await leftBy(name, use, url)) artefacts.set(`${name}: ${place}`, content);
  });
  // They did go over the wire.
  const wire = requests.map(({ path, headers, body }) => path + JSON.stringify(headers) + body).join('\n');
  const { bearer, handWritten, recordedTicket, accessToken, commandLine } = SECRETS;
  for (const secret of [bearer, handWritten, recordedTicket, accessToken, commandLine])
    expect(wire).toContain(secret);
  expect(wire).toContain(new URLSearchParams({ device_code: SECRETS.deviceCode }).toString());
  // And their places are there.
  for (const kept of ['run: out/har', 'run: .svc/history.db', 'record: recorded.http', 'serve: stdout'])
    expect(artefacts.has(kept), kept).toBe(true);
  const ofRuns = [...artefacts.keys()].filter((place) => place.startsWith('run: .svc/history.db'));
  expect(ofRuns.some((place) => /\.spool\/[0-9a-f-]+\.json$/.test(place))).toBe(true);
  expect(ofRuns).toContain('run: .svc/history.db: results 0 url');
  const { hits, looks } = search(artefacts, SECRETS);
  expect(hits).toEqual([]);
  expect(looks).toBeGreaterThan(Object.keys(SECRETS).length * 27 * Object.keys(USES).length);
}, 120_000);

async function leftBy(name: string, use: Use, url: string): Promise<Artefacts> {
  const files = name === 'init' ? {} : workspaceFiles(url);
  const cwd = await temporaryWorkspace(files);
  await mkdir(join(cwd, 'tmp'));
  const env = {
    ...nodeOnPath(),
    TMPDIR: join(cwd, 'tmp'),
    SVC_SECRET_svcOwn: SECRETS.secretVariable,
    SVC_KEY_PASSPHRASE: SECRETS.passphrase,
  };
  const { stdout, stderr } = await use({ cwd, url, env });
  const planted = Object.keys(files);
  const left = await filesLeft(cwd, planted);
  if (left.has('the name .svc/history.db.spool')) {
    // The history itself too, as the next command that reads it leaves it.
    await moveWaitingRuns(join(cwd, '.svc/history.db'));
    for (const [place, content] of await filesLeft(cwd, planted)) left.set(place, content);
  }
  if (stdout !== undefined) left.set('stdout', Buffer.from(stdout));
  left.set('stderr', Buffer.from(stderr));
  return left;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
