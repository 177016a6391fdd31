// `svc serve` for the measures of its calls, with history and log, as users run it.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programPath, start } from './processes.mjs';

/** @typedef {import('./programs/requests-per-second.mjs').Load} Load */
/** @typedef {{ rate: (load: Load) => Promise<number>, stop: () => void }} RateClient */

/**
 * @param {string} dist
 * @param {string} root of the workspace
 * @param {string} home for its history
 * @param {readonly string[]} [flags]
 */
export function startSvc(dist, root, home, flags = ['--api-only']) {
  mkdirSync(home, { recursive: true });
  const history = ['--history-db', join(home, 'bench.db')];
  return start([join(dist, 'main.js'), 'serve', root, '--port', '0', ...flags, ...history], { cwd: home });
}

/**
 * A workspace with one request.
 * @param {string} directory
 * @param {string} url
 */
export function smallWorkspace(directory, url) {
  const root = join(directory, 'small');
  mkdirSync(root, { recursive: true });
  const check = '\n\n>>>\nexpect status == 200\nexpect body.id == 7\n<<<\n';
  writeFileSync(join(root, 'one.http'), `### One\nGET ${url}/items/7${check}`);
  return root;
}

/** @returns {RateClient} */
export function startRateClient() {
  const program = programPath('requests-per-second');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    rate: (load) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('the client ended'));
        child.once('exit', fail);
        child.once('message', (rate) => {
          child.off('exit', fail);
          resolve(Number(rate));
        });
        child.send(load);
      }),
    stop: () => child.kill(),
  };
}
