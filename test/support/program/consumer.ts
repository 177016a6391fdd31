/** A project in which the built package is installed, as programs of users have it. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFiles } from '../files/workspace.js';
import { copyFolder } from './built.js';
import { repositoryRoot } from './run-svc.js';

/** `packages` are linked from the packages of the repository. */
export function installPackage(project: string, packages: readonly string[] = []): void {
  const installed = join(project, 'node_modules', 'svc-http');
  mkdirSync(installed, { recursive: true });
  cpSync(join(repositoryRoot, 'package.json'), join(installed, 'package.json'));
  copyFolder(
    join(repositoryRoot, 'dist'),
    join(installed, 'dist'),
    (source) => !/\.(?:lock|new)$/.test(source),
  );
  for (const name of packages) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    // A junction needs no right that users of Windows lack.
    symlinkSync(join(repositoryRoot, 'node_modules', name), link, 'junction');
  }
  writeFiles(project, { 'package.json': '{"name":"consumer","private":true,"type":"module"}\n' });
}

/** The settings of a strict program. */
export function strictSettings(files: readonly string[], more: object = {}): string {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    // The declarations of the package are judged too.
    skipLibCheck: false,
    noEmit: true,
    ...more,
  };
  return JSON.stringify({ compilerOptions, files });
}
