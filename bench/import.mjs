// node bench/import.mjs [api.json]: how much processor time does an import take beside what Node itself needs for the same text?
// The API description is the given one or a generated one. Exits with 1 when a bar is missed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiDescription } from './api-description.mjs';

const rounds = 5;
const main = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'main.js');
const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
/** Prints processor time and memory of the process at its end; other processes hardly influence processor time. */
const WATCH = `data:text/javascript,process.on('exit',()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();process.stderr.write('used '+(u+s)+' '+m)})`;
/** A lower bound for reading commands and writing their words: one regular expression for each word. */
const WORDS = `const fs = require('node:fs');
const lines = fs.readFileSync('commands.txt', 'utf8').split('\\n');
const words = lines.map((line) => line.match(/(?:[^\\s'"]+|'[^']*'|"[^"]*")+/g));
fs.writeFileSync('words.json', JSON.stringify(words, null, 1));`;

/** What Node itself needs to read an API description and to write as much. */
const JSON_BOTH_WAYS = `const fs = require('node:fs');
fs.writeFileSync('again.json', JSON.stringify(JSON.parse(fs.readFileSync('api.json', 'utf8'))));`;

/** @typedef {{ name: string, args: string[], times: number[], rss: number }} Contestant */

const COMMANDS = 20_000;
writeFileSync(join(directory, 'commands.txt'), commands(COMMANDS));
writeFileSync(join(directory, 'fewer.txt'), commands(COMMANDS / 10));
const description = join(directory, 'api.json');
const [given] = process.argv.slice(2);
if (given === undefined) writeFileSync(description, JSON.stringify(apiDescription(1200), undefined, 2));
else copyFileSync(given, description);
const size = `${(statSync(description).size / 1e6).toFixed(0)} MB`;

const start = contestant('node -e 0', ['-e', '0']);
const limit = contestant('node: words by one pattern', ['-e', WORDS]);
const fewer = contestant('svc import curl, 2,000 commands', [
  main,
  'import',
  'curl',
  '@fewer.txt',
  '-o',
  'fewer.http',
]);
const all = contestant('svc import curl, 20,000 commands', [
  main,
  'import',
  'curl',
  '@commands.txt',
  '-o',
  'all.http',
]);

const json = contestant('node: JSON.parse + JSON.stringify', ['-e', JSON_BOTH_WAYS]);
const openapi = contestant(`svc import openapi, ${size}`, [
  main,
  'import',
  'openapi',
  'api.json',
  '-o',
  'api.http',
]);

try {
  // Alternates, so that a slow moment of the machine affects all of them; the first round only fills the disk cache.
  for (let round = 0; round <= rounds; round += 1)
    for (const each of [start, limit, fewer, all, json, openapi]) measure(each, round > 0);
  report();
} finally {
  rmSync(directory, { recursive: true });
}

function report() {
  const bare = best(start);
  const work = best(all) - bare;
  console.log(
    `${limit.name.padEnd(38)} ${(best(limit) - bare).toFixed(0)} ms   (best of ${rounds}, without the start of Node)`,
  );
  const ratio = work / (best(limit) - bare);
  verdict(all.name, `${work.toFixed(0)} ms, ${ratio.toFixed(1)} x`, 'bar 30 x', ratio <= 30);
  const growth = work / (best(fewer) - bare);
  verdict('20,000 commands / 2,000 commands', `${growth.toFixed(1)} x`, 'bar 12 x', growth <= 12);
  verdict(
    'memory for 20,000 commands',
    `${(all.rss / 1024).toFixed(0)} MB`,
    'bar 400 MB',
    all.rss / 1024 <= 400,
  );
  const both = best(json) - bare;
  console.log(`${json.name.padEnd(38)} ${both.toFixed(0)} ms`);
  const document = best(openapi) - bare;
  const times = document / both;
  verdict(openapi.name, `${document.toFixed(0)} ms, ${times.toFixed(1)} x`, 'bar 8 x', times <= 8);
  verdict(
    `memory for ${size}`,
    `${(openapi.rss / 1024).toFixed(0)} MB`,
    'bar 700 MB',
    openapi.rss / 1024 <= 700,
  );
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Contestant}
 */
function contestant(name, args) {
  return { name, args, times: [], rss: 0 };
}

/**
 * @param {Contestant} contestant
 * @param {boolean} counts
 */
function measure(contestant, counts) {
  const env = { PATH: process.env['PATH'], HOME: directory };
  const { status, stderr } = spawnSync(process.execPath, ['--import', WATCH, ...contestant.args], {
    cwd: directory,
    env,
  });
  if (status !== 0) throw new Error(`${contestant.name} ended with ${status}: ${String(stderr)}`);
  const [, microseconds, kilobytes] = /used (\d+) (\d+)$/.exec(String(stderr)) ?? [];
  const time = Number(microseconds) / 1000;
  contestant.rss = Math.max(contestant.rss, Number(kilobytes));
  if (counts) contestant.times.push(time);
}

/**
 * @param {string} name
 * @param {string} figures
 * @param {string} bar
 * @param {boolean} ok
 */
function verdict(name, figures, bar, ok) {
  console.log(`${name.padEnd(38)} ${figures}   ${bar}   ${ok ? 'ok' : 'MISSED'}`);
  if (!ok) process.exitCode = 1;
}

/** @param {Contestant} contestant */
function best({ times }) {
  return Math.min(...times);
}

/** @param {number} count */
function commands(count) {
  return Array.from(
    { length: count },
    (_, i) =>
      `curl -X POST 'https://shop.example.test/orders/${i}?draft=1' -H 'Content-Type: application/json' -H "X-Trace: t-${i}" -u ada:s3cret --compressed -d '{"sku":"it'\\''s-${i}","note":"a b c"}'`,
  ).join('\n');
}
