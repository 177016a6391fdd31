import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the notices that the licences of the bundled packages require.
 * @param {readonly string[]} modules paths of the bundled modules
 */
export async function licenseNotices(modules) {
  const directories = new Set(
    modules.flatMap((path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path) ?? []),
  );
  const notices = await Promise.all([...directories].sort().map(noticeOf));
  return ['svc contains the following packages.', ...notices].join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} directory */
async function noticeOf(directory) {
  /** @type {{ name: string, version: string, license: string }} */
  const { name, version, license } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file; it cannot be bundled.`);
  const text = await readFile(join(directory, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
