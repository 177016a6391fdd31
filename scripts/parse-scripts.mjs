// node --experimental-vm-modules parse-scripts.mjs <directory>
// Reads every script below a directory as the Node that runs this would, without running any of them.
import { readdirSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { gunzipSync } from 'node:zlib';

const [directory = ''] = process.argv.slice(2);
const names = readdirSync(directory, { recursive: true }).map(String);
const scripts = names.filter((name) => /(?:\.[cm]?js(?:\.gz)?|(?:^|[\\/])svc)$/.test(name));
let failures = 0;
for (const name of scripts) {
  const bytes = readFileSync(join(directory, name));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  try {
    parse(name, text);
  } catch (error) {
    failures += 1;
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
if (scripts.length === 0) console.error(`There is no script below ${directory}.`);
console.log(`${scripts.length - failures} of ${scripts.length} scripts parse.`);
process.exitCode = scripts.length > 0 && failures === 0 ? 0 : 1;

/**
 * @param {string} name
 * @param {string} text
 */
function parse(name, text) {
  // The page loads modules; the program consists of CommonJS, but for what its name says.
  const isModule = name.includes('.mjs') || /^web[\\/]/.test(name);
  return isModule
    ? new vm.SourceTextModule(text, { identifier: name })
    : new vm.Script(nodeModule.wrap(text.replace(/^#!.*/, '')), { filename: name });
}
