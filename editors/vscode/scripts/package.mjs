// `npm run package`: bundles the extension and makes svc-<version>.vsix of it.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleExtension } from './bundle.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
await bundleExtension();
/** @type {{ version: string }} */
const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
const output = process.argv[2] ?? join(folder, `svc-${version}.vsix`);
const vsce = join(folder, 'node_modules', '@vscode', 'vsce', 'vsce');
// Everything is bundled, and the repository is not public yet.
const flags = ['--no-dependencies', '--allow-missing-repository', '--out', output];
const { status } = spawnSync(process.execPath, [vsce, 'package', ...flags], {
  cwd: folder,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
