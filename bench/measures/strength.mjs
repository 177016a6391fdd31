// How many changes of responses does `svc strength` check, beside a script that only makes them, and does a request with
// many assertions stay linear?
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, medianPair, takeTurns } from '../medians.mjs';
import { alone, ratioOf, shareOf } from '../measure.mjs';
import { mainOf, programPath, runNode, start } from '../processes.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

const REQUESTS = 100;
const FEW_ASSERTIONS = 1000;
const MANY_ASSERTIONS = 10_000;

/** @type {readonly Measure[]} */
export const measures = [
  {
    name: 'changes of responses checked, of made and compared',
    group: 'strength',
    better: 'higher',
    bar: 0.3,
    run: async (context) => {
      const { own, limit, changes } = await strengthCosts(context);
      const pair = medianPair(own, limit);
      return shareOf(perChange(pair.own, changes), perChange(pair.limit, changes), 'µs of CPU');
    },
  },
  {
    name: 'changes of responses checked per second and core',
    group: 'strength',
    better: 'higher',
    bar: 1000,
    compared: 'bar',
    run: async (context) => {
      const { own, changes } = await strengthCosts(context);
      return alone(1e6 / perChange(median(own), changes), '/s', `${changes} changes`);
    },
  },
  {
    name: 'a request with 10,000 assertions, of 1,000',
    group: 'strength',
    better: 'lower',
    bar: 12,
    compared: 'bar',
    run: async (context) => {
      const { many, few } = await strengthCosts(context);
      return ratioOf(median(many), median(few), 'ms of CPU');
    },
  },
];

/**
 * @param {number} milliseconds
 * @param {number} changes
 * @returns microseconds
 */
function perChange(milliseconds, changes) {
  return (milliseconds * 1000) / changes;
}

/** Processor time without that of one request, so that the start of the program does not count. @param {Context} context */
function strengthCosts(context) {
  return context.once('strength', async () => {
    const { directory, rounds } = context;
    const target = await start([programPath('strength-target')]);
    try {
      const texts = {
        one: requestsText(target.url, 1),
        requests: requestsText(target.url, REQUESTS),
        few: assertionsText(target.url, FEW_ASSERTIONS),
        many: assertionsText(target.url, MANY_ASSERTIONS),
      };
      for (const [name, text] of Object.entries(texts))
        writeFileSync(join(directory, `strength-${name}.http`), text);
      await svc(context, ['run', ...Object.keys(texts).map((name) => `strength-${name}.http`)]);
      const measure = (/** @type {keyof typeof texts} */ name) =>
        svc(context, ['strength', '--json', `strength-${name}.http`]);
      const counts = [await measure('requests'), await measure('one')].map(({ output }) => checkedIn(output));
      const [all = 0, one = 0] = counts;
      const bare = (/** @type {number} */ requests) =>
        runNode([programPath('change-bodies'), target.url, String(requests), String(one)], {
          cwd: directory,
        });
      const used = await takeTurns(rounds, {
        one: () => measure('one'),
        requests: () => measure('requests'),
        bareOne: () => bare(1),
        bare: () => bare(REQUESTS),
        few: () => measure('few'),
        many: () => measure('many'),
      });
      const times = (/** @type {keyof typeof used} */ name) => used[name].map((each) => each.cpuMilliseconds);
      const [starts, bareStarts] = [times('one'), times('bareOne')];
      return {
        changes: all - one,
        own: without(times('requests'), starts),
        limit: without(times('bare'), bareStarts),
        few: without(times('few'), starts),
        many: without(times('many'), starts),
      };
    } finally {
      await target.stop();
    }
  });
}

/**
 * @param {Context} context
 * @param {readonly string[]} args
 */
function svc(context, args) {
  const [command = '', ...rest] = args;
  return runNode([mainOf(context), command, '--history-db', 'strength.db', ...rest], {
    cwd: context.directory,
  });
}

/** The changes that were looked at, also those that no test has to notice. @param {string} output */
function checkedIn(output) {
  const { total, equivalent } = JSON.parse(output);
  return total + equivalent;
}

/**
 * @param {readonly number[]} times
 * @param {readonly number[]} starts
 */
function without(times, starts) {
  return times.map((time, round) => time - (starts[round] ?? 0));
}

/**
 * @param {string} url
 * @param {number} count
 */
function requestsText(url, count) {
  const request = (/** @type {number} */ at) => `### request ${at}
GET ${url}/parcels/${at}

>>>
expect status == 200
expect header Content-Type contains json
expect body.total == 12
expect body.items each .state == created
expect body.items[0].address.city == Oslo
expect body.items[0].due matches /^2031-/
expect body.items[11].weight > 10
<<<
`;
  return Array.from({ length: count }, (_, at) => request(at)).join('\n');
}

/**
 * @param {string} url
 * @param {number} count
 */
function assertionsText(url, count) {
  const members = ['id', 'reference', 'weight', 'state', 'due', 'tags', 'address.city', 'address.country'];
  const line = (/** @type {number} */ at) =>
    `expect body.items[${at % 12}].${members[Math.floor(at / 12) % members.length]} exists`;
  const lines = Array.from({ length: count }, (_, at) => line(at));
  return `### many\nGET ${url}/many\n\n>>>\n${lines.join('\n')}\n<<<\n`;
}
