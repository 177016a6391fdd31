// The flags of `npm run bench`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { GROUPS, NAMED_GROUPS } from './measure.mjs';

export const HELP = `Usage: npm run bench -- [flags]

Measures svc beside what bare Node needs for the same work in the same run, and prints the ratios as a table.

Flags:
      --only <groups>       comma-separated groups: ${GROUPS.join(', ')};
                            only when named: ${NAMED_GROUPS.join(', ')}, peers,
                            and two thirds of growth
      --peers               also beside autocannon, httpyac, newman and mockoon, which are installed in bench/
      --check               compare with the stored table: a ratio that is more than 20 % worse fails
      --store, --write      write the tables to docs/performance.md
      --json                print JSON instead of a table
      --rounds <number>     number of rounds, at least 5 [default 5]; quick measures take more
      --dist <directory>    measure another build
      --against <directory> another build for the group against
  -h, --help                print this text

Exit codes:
  0   measured; a missed bar is shown and fails only with --check
  1   --check found something, or a measure failed
  64  bad usage
`;

/**
 * @typedef {{
 *   only: readonly string[], withFurther: boolean, peers: boolean, check: boolean, store: boolean, json: boolean, help: boolean,
 *   rounds: number, dist: string | undefined, against: string | undefined,
 * }} Settings
 *   withFurther: also the measures that are taken only when their group is named, or when tables are written
 */

export class BadUsage extends Error {}

const OPTIONS = /** @type {const} */ ({
  only: { type: 'string' },
  peers: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  store: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  rounds: { type: 'string', default: '5' },
  dist: { type: 'string' },
  against: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
});

/**
 * @param {readonly string[]} args
 * @returns {Settings}
 */
export function readArguments(args) {
  const { only, rounds, dist, against, store, write, peers, ...flags } = parse(args);
  const groups = only === undefined ? GROUPS : groupsOf(only);
  const settings = {
    ...flags,
    only: groups.filter((group) => group !== 'peers'),
    withFurther: only !== undefined || store || write,
    peers: peers || groups.includes('peers'),
    store: store || write,
    rounds: Number(rounds),
    dist: dist === undefined ? undefined : resolve(dist),
    against: against === undefined ? undefined : resolve(against),
  };
  if (!/^\d+$/.test(rounds) || settings.rounds < 5) throw new BadUsage('--rounds needs a number from 5 on');
  if (settings.store && dist !== undefined)
    throw new BadUsage('--store keeps figures of this repository; it cannot be used with --dist');
  if (settings.only.includes('against') && against === undefined)
    throw new BadUsage('the group against needs --against <directory>');
  return settings;
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new BadUsage(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} text */
function groupsOf(text) {
  const all = [...GROUPS, ...NAMED_GROUPS, 'peers'];
  const named = text.split(',').map((group) => group.trim());
  const wrong = named.filter((group) => !all.includes(group));
  if (wrong.length > 0)
    throw new BadUsage(`--only: unknown group ${wrong.join(', ')}; use ${all.join(', ')}`);
  return all.filter((group) => named.includes(group));
}
