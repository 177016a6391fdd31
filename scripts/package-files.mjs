// What the package brings beside the program: its manual page, the completions of shells and JSON Schemas. The built
// program prints them, so that they are what its commands print.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runQuietly } from './run.mjs';

/** @type {Readonly<Record<string, readonly string[]>>} The arguments of svc that print each file of the package. */
export const PACKAGE_FILES = {
  'share/man/man1/svc.1': ['__man'],
  'share/completions/svc.bash': ['completion', 'bash'],
  'share/completions/_svc': ['completion', 'zsh'],
  'share/completions/svc.fish': ['completion', 'fish'],
  'share/completions/svc.ps1': ['completion', 'powershell'],
  'schemas/service.schema.json': ['validate', '--schema', 'config'],
  'schemas/results.schema.json': ['validate', '--schema', 'results'],
  'schemas/diff.schema.json': ['validate', '--schema', 'diff'],
  'schemas/strength.schema.json': ['validate', '--schema', 'strength'],
  'schemas/stress.schema.json': ['validate', '--schema', 'stress'],
};

/**
 * @param {string} main the built program
 * @param {string} directory where the files are written
 */
export async function writePackageFiles(main, directory) {
  await Promise.all(
    Object.entries(PACKAGE_FILES).map(async ([file, args]) => {
      const { code, stdout, output } = await runQuietly(
        process.execPath,
        ['--', main, ...args],
        ownSettings(),
        {
          cwd: directory,
        },
      );
      if (code !== 0) throw new Error(`svc ${args.join(' ')} failed with code ${code}:\n${output}`);
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), stdout);
    }),
  );
}

/** Settings of whoever builds must not change what is printed. */
function ownSettings() {
  const names = Object.keys(process.env).filter((name) => /^(?:SVC_|GITHUB_ACTIONS$)/.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
