// The same work by svc and by other programs: what they need is told as a factor of what svc needs.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD_MS, loadCost, startTarget, USERS, writeLoadFiles } from '../load-runs.mjs';
import { createContext, Unavailable } from '../measure.mjs';
import { medianPair, takeTurns } from '../medians.mjs';
import { boundTo, freePort, mainOf, programPath, runNode, start } from '../processes.mjs';
import { costOf, portOf, startClient } from '../raw-requests.mjs';
import { shown } from '../table.mjs';
import { checkedRequests, mockRoutes } from '../texts/request-files.mjs';
import { installPeers, peerScript } from './install-peers.mjs';
import { collection, httpyacFile, mockoonEnvironment } from './peer-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {{ own: number[], limit: number[] }} Costs what the work costs svc and the other */
/** @typedef {{ work: string, peer: string, unit: string, bar?: number, run: (context: Context) => Promise<Costs> }} PeerMeasure */
/** @typedef {{ cells: readonly string[], factor?: number, bar?: string, problem?: string }} PeerRow */

const REQUESTS = 1000;
const MOCK_REQUESTS = 3000;

/** @type {readonly PeerMeasure[]} */
export const peerMeasures = [
  { work: 'load, one request', peer: 'autocannon', unit: 'µs of CPU', bar: 1.5, run: besideAutocannon },
  { work: 'load, one request', peer: 'wrk', unit: 'µs', bar: 0.6, run: besideWrk },
  {
    work: 'a run of 1,000 requests',
    peer: 'newman',
    unit: 'ms',
    run: (context) => besideRunner(context, 'newman'),
  },
  {
    work: 'a run of 1,000 requests',
    peer: 'httpyac',
    unit: 'ms',
    run: (context) => besideRunner(context, 'httpyac'),
  },
  { work: 'mock, one request', peer: 'mockoon', unit: 'µs of CPU', run: besideMockoon },
];

/**
 * @param {Pick<Context, 'dist' | 'against' | 'rounds' | 'log'>} settings
 * @returns {Promise<readonly PeerRow[]>}
 */
export async function measurePeers(settings) {
  installPeers(settings.log);
  /** @type {PeerRow[]} */
  const rows = [];
  for (const measure of peerMeasures) {
    const { context, remove } = createContext(settings);
    try {
      settings.log(`peers: ${measure.work} beside ${measure.peer}`);
      rows.push(rowOf(measure, await measure.run(context)));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      rows.push({ cells: [measure.work, measure.peer, '–', '–', '–'], problem: error.message });
    } finally {
      remove();
    }
  }
  return rows;
}

/**
 * @param {PeerMeasure} measure
 * @param {Costs} costs
 * @returns {PeerRow}
 */
function rowOf({ work, peer, unit, bar }, costs) {
  const { own, limit } = medianPair(costs.own, costs.limit);
  const factor = limit / own;
  const cells = [work, peer, `${shown(own)} ${unit}`, `${shown(limit)} ${unit}`, shown(factor)];
  if (bar === undefined) return { cells, factor };
  return { cells, factor, bar: `≥ ${bar} ${factor >= bar ? 'ok' : 'missed'}` };
}

/**
 * @param {Context} context
 * @returns {Promise<Costs>}
 */
async function besideAutocannon(context) {
  const target = await startTarget();
  const script = peerScript('autocannon');
  const seconds = Math.ceil(LOAD_MS / 1000);
  try {
    writeLoadFiles(context.directory, target.url);
    return await takeTurns(
      context.rounds,
      {
        own: async () => (await loadCost(context, 'status.http')).microseconds,
        limit: async () => {
          const args = [script, '-c', String(USERS), '-d', String(seconds), '--json', `${target.url}/items`];
          const { output, cpuMilliseconds } = await runNode(args, { cwd: context.directory, core: 0 });
          /** @type {{ requests: { total: number } }} */
          const { requests } = JSON.parse(output);
          return (cpuMilliseconds * 1000) / requests.total;
        },
      },
      0,
    );
  } finally {
    await target.stop();
  }
}

/**
 * @param {Context} context
 * @returns {Promise<Costs>}
 */
async function besideWrk(context) {
  if (spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error !== undefined)
    throw new Unavailable('wrk is not installed');
  const target = await startTarget();
  const seconds = Math.ceil(LOAD_MS / 1000);
  try {
    writeLoadFiles(context.directory, target.url);
    const command = ['wrk', '-t1', `-c${USERS}`, `-d${seconds}s`, `${target.url}/items`];
    const [program = '', ...args] = boundTo(0, command);
    return await takeTurns(context.rounds, {
      own: async () => 1e6 / (await loadCost(context, 'status.http')).perSecond,
      limit: () => {
        const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
        return 1e6 / Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]);
      },
    });
  } finally {
    await target.stop();
  }
}

/**
 * Whole processes, with the checks of all programs.
 * @param {Context} context
 * @param {'newman' | 'httpyac'} peer
 * @returns {Promise<Costs>}
 */
async function besideRunner(context, peer) {
  const { directory, rounds } = context;
  const target = await start([programPath('respond')]);
  try {
    writeFileSync(join(directory, 'requests.http'), checkedRequests(target.url, REQUESTS));
    writeFileSync(join(directory, 'collection.json'), collection(target.url, REQUESTS));
    writeFileSync(join(directory, 'httpyac.http'), httpyacFile(target.url, REQUESTS));
    const others = {
      newman: ['run', 'collection.json', '--silent'],
      httpyac: ['send', 'httpyac.http', '--all', '--silent'],
    };
    const wall = async (/** @type {readonly string[]} */ args) =>
      (await runNode(args, { cwd: directory })).milliseconds;
    return await takeTurns(
      rounds,
      {
        own: () => wall(['--', mainOf(context), 'run', 'requests.http', '--no-history', '--quiet']),
        limit: () => wall([peerScript(peer), ...others[peer]]),
      },
      0,
    );
  } finally {
    await target.stop();
  }
}

/**
 * @param {Context} context
 * @returns {Promise<Costs>}
 */
async function besideMockoon(context) {
  const { directory, rounds } = context;
  const [ownPort, otherPort] = [await freePort(), await freePort()];
  writeFileSync(join(directory, 'routes.http'), mockRoutes(1));
  writeFileSync(join(directory, 'mockoon.json'), mockoonEnvironment(otherPort));
  const client = startClient();
  const args = [mainOf(context), 'mock', 'routes.http', '--port', String(ownPort)];
  const own = await start(args, { core: 0, port: ownPort, cwd: directory });
  const flags = ['start', '--data', 'mockoon.json', '--port', String(otherPort), '--disable-log-to-file'];
  const other = await start([peerScript('@mockoon/cli'), ...flags], {
    core: 0,
    port: otherPort,
    cwd: directory,
  });
  try {
    const requests = { method: /** @type {const} */ ('GET'), path: '/group-0/items/7', count: MOCK_REQUESTS };
    return await takeTurns(
      rounds,
      {
        own: () => costOf(client, own, { ...requests, port: portOf(own.url) }),
        limit: () => costOf(client, other, { ...requests, port: portOf(other.url) }),
      },
      2,
    );
  } finally {
    client.stop();
    for (const each of [own, other]) await each.stop();
  }
}
