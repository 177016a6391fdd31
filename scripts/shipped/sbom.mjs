// `npm run sbom -- <file>`: writes the packages that svc ships in the CycloneDX format of npm. The release
// workflow attaches it to the release.
import { writeFile } from 'node:fs/promises';
import { npmCommand, runQuietly } from '../run.mjs';
import { inShippedProject } from './shipped-packages.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: npm run sbom -- <file>');
  process.exitCode = 64;
} else await writeFile(file, await inShippedProject(listPackages));

/**
 * @param {string} cwd
 * @param {number} count of the packages
 */
async function listPackages(cwd, count) {
  const options = ['--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const { program, args, shell } = npmCommand(['sbom', ...options]);
  const { code, stdout, output } = await runQuietly(program, args, {}, { cwd, shell, timeout: 120_000 });
  if (code !== 0) throw new Error(`npm sbom failed:\n${output}`);
  /** @type {{ components?: unknown[] }} */
  const { components = [] } = JSON.parse(stdout);
  if (components.length !== count)
    throw new Error(`npm sbom lists ${components.length} packages, but ${count} are shipped.`);
  return stdout;
}
