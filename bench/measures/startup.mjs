// How much slower than Node itself does the command start? Wall time, as users wait for it.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, takeTurns } from '../medians.mjs';
import { ratioOf, Unavailable } from '../measure.mjs';
import { cleanEnvironment, mainOf } from '../processes.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

const MIN_ROUNDS = 15;
const SERVER = `const server = require('node:http').createServer((request, response) => response.end('{"id":7}'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
/** The minimum cost of a request once Node runs. */
const BARE = "require('node:http').get(process.argv[1], (response) => response.resume());";
const RUN = ['run', 'one.http'];

/** @type {readonly { name: string, program: 'node' | 'launcher' | 'bare', args: string[], bar?: number }[]} */
const CONTESTANTS = [
  { name: 'node dist/main.js --version', program: 'node', args: ['--version'], bar: 1.6 },
  { name: 'svc --version', program: 'launcher', args: ['--version'], bar: 1.6 },
  { name: 'node dist/main.js validate one.http', program: 'node', args: ['validate', 'one.http'], bar: 2.2 },
  { name: 'svc validate one.http', program: 'launcher', args: ['validate', 'one.http'], bar: 2.2 },
  { name: 'a bare node:http script', program: 'bare', args: [] },
  { name: 'svc run one.http --no-history', program: 'launcher', args: [...RUN, '--no-history'], bar: 2 },
  { name: 'node dist/main.js run one.http', program: 'node', args: RUN, bar: 2 },
  { name: 'svc run one.http', program: 'launcher', args: RUN, bar: 2 },
];

/** @type {readonly Measure[]} */
export const measures = CONTESTANTS.map(({ name, program, bar }) => ({
  name,
  group: 'startup',
  better: 'lower',
  bar,
  run: async (context) => {
    if (program === 'launcher' && process.platform === 'win32')
      throw new Unavailable('the launcher is a shell script');
    const times = await context.once('startup', () => startTimes(context));
    return ratioOf(median(times[name] ?? []), median(times['node -e 0'] ?? []), 'ms');
  },
}));

/**
 * @param {Context} context
 * @returns {Promise<Record<string, number[]>>}
 */
async function startTimes(context) {
  const { directory, dist, rounds } = context;
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = String(await new Promise((resolve) => server.stdout.once('data', resolve))).trim();
    const url = `http://127.0.0.1:${port}/`;
    writeFileSync(join(directory, 'one.http'), `GET ${url}\n\n>>>\nexpect status == 200\n<<<\n`);
    const programs = {
      node: [process.execPath, mainOf(context)],
      launcher: [join(dist, 'svc')],
      bare: [process.execPath, '-e', BARE, url],
    };
    const usable = CONTESTANTS.filter(
      ({ program }) => program !== 'launcher' || process.platform !== 'win32',
    );
    const commands = [
      { name: 'node -e 0', command: [process.execPath, '-e', '0'] },
      ...usable.map(({ name, program, args }) => ({ name, command: [...programs[program], ...args] })),
    ];
    return await takeTurns(
      Math.max(rounds, MIN_ROUNDS),
      Object.fromEntries(commands.map(({ name, command }) => [name, () => timeOf(command, directory)])),
    );
  } finally {
    server.kill();
  }
}

/**
 * @param {readonly string[]} command
 * @param {string} directory
 */
function timeOf([program = '', ...args], directory) {
  const env = cleanEnvironment(directory);
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, { cwd: directory, env });
  const time = performance.now() - started;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${String(stderr)}`);
  return time;
}
