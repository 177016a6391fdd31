// `npm run bench`: how close is svc to what bare Node needs for the same work? docs/performance.md describes it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isStarted, root } from '../scripts/files.mjs';
import { allMeasures, isStored } from './all-measures.mjs';
import { BadUsage, HELP, readArguments } from './arguments.mjs';
import { betterOf, findWorse } from './bars.mjs';
import { describeMachine, today } from './machine.mjs';
import { growthLines, ratioLines, readPage, storedRatios, withTable, writePage } from './stored-tables.mjs';
import { alignedColumns, textTable } from './table.mjs';
import { takeMeasures } from './take-measures.mjs';

/**
 * @typedef {import('./arguments.mjs').Settings} Settings
 * @typedef {import('./measure.mjs').Measure} Measure
 * @typedef {import('./take-measures.mjs').Row} Row
 * @typedef {import('./peers/measure-peers.mjs').PeerRow} PeerRow
 * @typedef {{ name: string, reason: string }} Finding
 */

if (isStarted(import.meta.url)) process.exitCode = await main(process.argv.slice(2));

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main(args) {
  try {
    const settings = readArguments(args);
    if (settings.help) console.log(HELP.trimEnd());
    return settings.help ? 0 : await measure(settings);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof BadUsage ? 64 : 1;
  }
}

/** @param {Settings} settings */
async function measure(settings) {
  const started = performance.now();
  // Exits instead of dying, so that the temporary directory is removed.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const dist = settings.dist ?? freshBuild();
  const { against, rounds } = settings;
  const taking = { dist, against, rounds, log: (/** @type {string} */ text) => console.error(text) };
  const all = await allMeasures();
  const measures = all.filter(
    ({ group, isFurther = false }) => settings.only.includes(group) && (settings.withFurther || !isFurther),
  );
  const stored = settings.check ? storedRatios(await readPage()) : new Map();
  const first = await takeMeasures(measures, taking);
  const rows = settings.check ? await repeatWorse(first, measures, stored, taking) : first;
  const peers = settings.peers ? await peerRows(taking) : [];
  const worse = settings.check ? findWorse(rows, stored) : [];
  const seconds = Math.round((performance.now() - started) / 1000);
  if (settings.json) console.log(JSON.stringify(jsonReport(rows, peers, worse, seconds), undefined, 2));
  else printReport(rows, peers, worse, seconds);
  if (settings.store) await store(all, rows, peers);
  const failed = rows.filter(({ figures, isUnavailable }) => figures === undefined && !isUnavailable);
  return worse.length > 0 || failed.length > 0 ? 1 : 0;
}

/** Builds if the sources have changed. Its words go to standard error, so that `--json` prints only JSON. */
function freshBuild() {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) throw new Error('The build failed; its messages are above.');
  return join(root, 'dist');
}

/**
 * What seems worse is measured once more before it counts, since other work of the machine can only make it worse.
 * @param {readonly Row[]} rows
 * @param {readonly Measure[]} measures
 * @param {ReadonlyMap<string, number>} stored
 * @param {Parameters<typeof takeMeasures>[1]} taking
 */
async function repeatWorse(rows, measures, stored, taking) {
  const names = new Set(findWorse(rows, stored).map(({ name }) => name));
  if (names.size === 0) return rows;
  taking.log(`Measured once more: ${[...names].join('; ')}`);
  const again = await takeMeasures(
    measures.filter(({ name }) => names.has(name)),
    taking,
  );
  return rows.map((row) => {
    const second = again.find(({ name }) => name === row.name);
    return second === undefined ? row : betterOf(row, second);
  });
}

/**
 * @param {Parameters<typeof takeMeasures>[1]} taking
 * @returns {Promise<readonly PeerRow[]>}
 */
async function peerRows(taking) {
  const { measurePeers } = await import('./peers/measure-peers.mjs');
  return measurePeers(taking);
}

/**
 * @param {readonly Row[]} rows
 * @param {readonly PeerRow[]} peers
 * @param {readonly Finding[]} worse
 * @param {number} seconds
 */
function jsonReport(rows, peers, worse, seconds) {
  return { machine: describeMachine(), date: today(), seconds, rows, peers, worse };
}

/**
 * @param {readonly Row[]} rows
 * @param {readonly PeerRow[]} peers
 * @param {readonly Finding[]} worse
 * @param {number} seconds
 */
function printReport(rows, peers, worse, seconds) {
  console.log(describeMachine());
  if (rows.length > 0) console.log(`\n${textTable(rows)}`);
  if (peers.length > 0) {
    const lines = peers.map(({ cells, bar = '', problem = '' }) => [...cells, bar, problem]);
    console.log(
      `\n${alignedColumns([['Work', 'Beside', 'svc', 'The other', 'Factor', 'Bar', ''], ...lines])}`,
    );
  }
  for (const { name, reason } of worse) console.log(`\nWORSE ${name}: ${reason}`);
  console.log(`\n${rows.length} measures in ${seconds} s.`);
}

/**
 * @param {readonly Measure[]} all
 * @param {readonly Row[]} rows
 * @param {readonly PeerRow[]} peers
 */
async function store(all, rows, peers) {
  const measured = { machine: describeMachine(), date: today() };
  const order = all.filter(isStored).map(({ name }) => name);
  const kept = rows.filter(isStored);
  let page = await readPage();
  const ratios = ratioLines(kept);
  if (ratios.length > 0) page = withTable(page, 'ratios', ratios, { ...measured, order });
  const growth = growthLines(kept);
  if (growth.length > 0) page = withTable(page, 'growth', growth, { ...measured, order });
  if (peers.length > 0) {
    const lines = peers.filter(({ problem }) => problem === undefined).map(({ cells }) => cells);
    const keys = peers.map(({ cells: [work = '', peer = ''] }) => `${work} ${peer}`);
    page = withTable(page, 'peers', lines, { ...measured, order: keys });
  }
  await writePage(page);
  console.error('The tables of docs/performance.md were written.');
}
