// `npm run package`: bundles the extension and makes svc-<version>.vsix of it.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleExtension } from './bundle.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What is packed beside the bundles. */
const parts = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  join('syntaxes', 'http.tmLanguage.json'),
];

/**
 * Packs a copy, so that nothing else of the folder can get into the package.
 * @param {string} directory where the package is written
 * @returns {Promise<{ file: string, output: string }>} the package, and what the packager printed
 */
export async function packageExtension(directory) {
  const copy = await mkdtemp(join(tmpdir(), 'svc-vsix-'));
  try {
    for (const part of parts) await cp(join(folder, part), join(copy, part), { recursive: true });
    await bundleExtension(join(copy, 'dist'));
    /** @type {{ version: string }} */
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const file = join(directory, `svc-${version}.vsix`);
    return { file, output: await pack(copy, file) };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * @param {string} copy
 * @param {string} file
 * @returns {Promise<string>}
 */
function pack(copy, file) {
  const vsce = join(folder, 'node_modules', '@vscode', 'vsce', 'vsce');
  // Everything is bundled, and the manifest names no repository as long as there is no public one.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--out', file];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vsce, 'package', ...flags], { cwd: copy });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { output } = await packageExtension(folder);
  process.stdout.write(output);
}
