// How long does an import take beside what Node itself needs for the same text?
import { statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { median, takeTurns } from '../medians.mjs';
import { ratioOf } from '../measure.mjs';
import { mainOf, runNode } from '../processes.mjs';
import { apiDescription } from '../texts/api-description.mjs';
import { curlCommands } from '../texts/request-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../processes.mjs').Used} Used */

const require = createRequire(import.meta.url);
const COMMANDS = 20_000;
/** A lower bound for reading commands and writing their words: one regular expression for each word. */
const WORDS = `const fs = require('node:fs');
const lines = fs.readFileSync('commands.txt', 'utf8').split('\\n');
const words = lines.map((line) => line.match(/(?:[^\\s'"]+|'[^']*'|"[^"]*")+/g));
fs.writeFileSync('words.json', JSON.stringify(words, null, 1));`;
const READ_JSON = `JSON.parse(require('node:fs').readFileSync('api.json', 'utf8'));`;
/** What Node itself needs to read an API description and to write as much. */
const JSON_BOTH_WAYS = `const fs = require('node:fs');
fs.writeFileSync('again.json', JSON.stringify(JSON.parse(fs.readFileSync('api.json', 'utf8'))));`;
const READ_YAML = `const { parse } = require(${JSON.stringify(require.resolve('yaml'))});
parse(require('node:fs').readFileSync('api.yaml', 'utf8'));`;

/** @type {readonly Measure[]} */
export const measures = [
  whole('OpenAPI description in JSON, beside JSON.parse', 'json', 'readJson', 3),
  whole('OpenAPI description in YAML, beside the yaml package', 'yaml', 'readYaml', 3),
  work('OpenAPI description in JSON, beside parsing and writing JSON', 'json', 'jsonBothWays', 8),
  memory('memory for that JSON', 'json', 'readJson', 700),
  work('20,000 curl commands, beside words by one pattern', 'curl', 'words', 30),
  { ...work('20,000 curl commands, of 2,000', 'curl', 'fewerCurl', 12), compared: 'bar' },
  memory('memory for 20,000 curl commands', 'curl', 'words', 400),
];

/** @typedef {'start' | 'words' | 'fewerCurl' | 'curl' | 'readJson' | 'jsonBothWays' | 'json' | 'readYaml' | 'yaml'} Contestant */

/**
 * Compares whole processes by the time that passes, as who waits for them sees it.
 * @param {string} name
 * @param {Contestant} own
 * @param {Contestant} limit
 * @param {number} bar
 * @returns {Measure}
 */
function whole(name, own, limit, bar) {
  return row(name, bar, (costs, context) => {
    const [ours = 0, bare = 0] = [own, limit].map((each) =>
      median(costs[each].map(({ milliseconds }) => milliseconds)),
    );
    return ratioOf(ours, bare, 'ms', sizeOf(context, `api.${own}`));
  });
}

/**
 * Compares processor time without the start of Node.
 * @param {string} name
 * @param {Contestant} own
 * @param {Contestant} limit
 * @param {number} bar
 * @returns {Measure}
 */
function work(name, own, limit, bar) {
  return row(name, bar, (costs) => {
    const start = cpu(costs.start);
    return ratioOf(cpu(costs[own]) - start, cpu(costs[limit]) - start, 'ms of CPU');
  });
}

/**
 * @param {string} name
 * @param {Contestant} own
 * @param {Contestant} limit
 * @param {number} bar
 * @returns {Measure}
 */
function memory(name, own, limit, bar) {
  const measure = row(name, bar, (costs) => {
    const [ours = 0, bare = 0] = [own, limit].map((each) =>
      median(costs[each].map(({ megabytes }) => megabytes)),
    );
    return ratioOf(ours, bare, 'MB');
  });
  return { ...measure, barOn: 'own' };
}

/**
 * @param {string} name
 * @param {number} bar
 * @param {(costs: Awaited<ReturnType<typeof importCosts>>, context: Context) => import('../measure.mjs').Figures} figures
 * @returns {Measure}
 */
function row(name, bar, figures) {
  return {
    name,
    group: 'import',
    better: 'lower',
    bar,
    run: async (context) => figures(await importCosts(context), context),
  };
}

/** @param {readonly Used[]} used */
function cpu(used) {
  return median(used.map(({ cpuMilliseconds }) => cpuMilliseconds));
}

/**
 * @param {Context} context
 * @param {string} file
 */
function sizeOf({ directory }, file) {
  return `${(statSync(join(directory, file)).size / 1e6).toFixed(1)} MB`;
}

/**
 * @param {Context} context
 * @returns {Promise<Record<Contestant, Used[]>>}
 */
function importCosts(context) {
  return context.once('import', () => {
    const { directory, rounds } = context;
    writeInputs(directory);
    /** @param {readonly string[]} args */
    const node = (args) => () => runNode(args, { cwd: directory });
    /** @param {readonly string[]} args */
    const svc = (...args) => node(['--', mainOf(context), 'import', ...args]);
    return takeTurns(rounds, {
      start: node(['-e', '0']),
      words: node(['-e', WORDS]),
      fewerCurl: svc('curl', '@fewer.txt', '-o', 'fewer.http'),
      curl: svc('curl', '@commands.txt', '-o', 'all.http'),
      readJson: node(['-e', READ_JSON]),
      jsonBothWays: node(['-e', JSON_BOTH_WAYS]),
      json: svc('openapi', 'api.json', '-o', 'json.http'),
      readYaml: node(['-e', READ_YAML]),
      yaml: svc('openapi', 'api.yaml', '-o', 'yaml.http'),
    });
  });
}

/** @param {string} directory */
function writeInputs(directory) {
  const { stringify } = /** @type {typeof import('yaml')} */ (require('yaml'));
  writeFileSync(join(directory, 'commands.txt'), curlCommands(COMMANDS));
  writeFileSync(join(directory, 'fewer.txt'), curlCommands(COMMANDS / 10));
  writeFileSync(join(directory, 'api.json'), JSON.stringify(apiDescription(600), undefined, 2));
  writeFileSync(join(directory, 'api.yaml'), stringify(apiDescription(100)));
}
