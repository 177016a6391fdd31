import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleExtension } from '../../../editors/vscode/scripts/bundle.mjs';
import { repositoryRoot } from './run-svc.js';

/** Builds the extension for VS Code into a folder of the test, with everything that is packed. */
export async function buildExtension(folder: string): Promise<void> {
  const source = join(repositoryRoot, 'editors', 'vscode');
  const parts = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'syntaxes'];
  await Promise.all(parts.map((part) => cp(join(source, part), join(folder, part), { recursive: true })));
  await bundleExtension(join(folder, 'dist'));
}
