/** The first five minutes of README.md; test/pages.slow.test.ts follows all of it. */
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { argumentsOf, shownCalls } from './support/program/console-lines.js';
import { PageFollower } from './support/program/page-follower.js';
import { runInProcess, startInProcess } from './support/program/in-process-svc.js';
import { readPages, type Example, type Page } from './support/files/markdown.js';
import { temporaryWorkspace } from './support/files/workspace.js';

it('the first five minutes need only svc', async () => {
  const { tour } = await readReadme();
  const lines = tour.flatMap(shownCalls).map(({ line }) => line);
  expect(lines.filter((line) => !line.startsWith('$ svc '))).toEqual([]);
  expect(lines.map((line) => argumentsOf(line)[0])).toEqual(['init', 'mock', 'run', 'run', 'serve']);
});

it('the commands that need only the mock server work as they are', async () => {
  const { page, tour } = await readReadme();
  const table = page.text.slice(page.text.indexOf('### More from the same files')).split('\n\n')[2] ?? '';
  const commands = [...table.matchAll(/`(svc [^`]+)`/g)].map(([, command = '']) => command);
  expect(commands).toHaveLength(5);
  const follower = await PageFollower.start(page);
  for (const example of tour.slice(0, 2)) await follower.follow(example);
  const text = commands.map((command) => `$ ${command}\n`).join('');
  const typed = { place: 'README.md:0', language: 'console', text, notes: new Map<string, string>() };
  expect(await follower.follow(typed)).toBe(5);
});

it('the first five minutes work on another port when another program has theirs', async () => {
  const options = { cwd: await temporaryWorkspace(), env: { HOME: await temporaryWorkspace() } };
  await runInProcess(['init'], options);
  const taken = await takePort();
  const refused = await runInProcess(['mock', 'example.http', '--port', `${taken}`], options);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining(`port ${taken}`) as string });
  const mock = startInProcess(['mock', 'example.http', '--port', '0'], options);
  onTestFinished(mock.close);
  await mock.until(() => mock.stderr().includes('Mock server on'));
  const [address = ''] = /http:\S+/.exec(mock.stderr()) ?? [];
  const run = await runInProcess(['run', 'example.http', '--variable', `baseUrl=${address}`], options);
  expect(run).toMatchObject({ code: 0, stderr: '' });
});

/** A port that another program listens on. */
async function takePort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function readReadme(): Promise<{ readonly page: Page; readonly tour: readonly Example[] }> {
  const page = (await readPages()).find(({ path }) => path === 'README.md');
  if (page === undefined) throw new Error('README.md is missing');
  const lines = page.text.split('\n');
  const start = lines.indexOf('## Five minutes') + 1;
  const length = lines.slice(start).findIndex((line) => line.startsWith('## '));
  const tour = page.examples.filter(({ place }) => {
    const line = Number(place.split(':')[1]);
    return line > start && line < start + length;
  });
  return { page, tour };
}
