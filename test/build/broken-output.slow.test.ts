import { copyFile, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checksums, copyBuild, copyFolder, filesBelow } from '../support/program/built.js';
import { repositoryRoot, runProgram, type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const BUILD_TIMEOUT_MS = 240_000;
const SOURCE_FOLDERS = ['src', 'web', 'scripts', 'examples', 'docs'];
const SOURCE_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.types.json'];

describe('the check of what a build has emitted', () => {
  it('finds nothing in the present build', async () => {
    expect(await checkedWith([])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('names every file that does not parse', async () => {
    const kinds = [
      /^main\.js$/,
      /^svc$/,
      /^build-[^/]+\/base\.js$/,
      /^build-[^/]+\/history-worker\.js$/,
      /^build-[^/]+\/index\.mjs$/,
      /^web\/assets\/index-[^/]+\.js\.gz$/,
      /^web\/assets\/stress-view-[^/]+\.js\.gz$/,
      /^web\/assets\/language-worker-[^/]+\.js\.gz$/,
    ];
    const { code, stderr, paths } = await checkedWith(kinds, (text) => `${text}\n(`);
    expect(code).toBe(1);
    expect(paths.every((path) => path !== '')).toBe(true);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => /^the emitted file (\S+) does not parse \(.+\)\.$/.exec(line)?.[1])).toEqual(
      paths.map((path) => path.replace(/\.gz$/, '')).sort(),
    );
  });

  it.each<[name: string, damage: (text: string) => string, message: RegExp, ...limitMs: string[]]>([
    ['throws', (text) => `${text}\nthrow new Error('no luck');`, /does not start: .*no luck\.$/],
    [
      'asks for a file that is not there',
      (text) => `import './gone.js';\n${text}`,
      /web\/assets\/gone\.js is missing/,
    ],
    // Only here the limit has to come; a page that starts may need longer on a busy machine.
    ['draws nothing', () => 'export {};', /it drew nothing\.$/, '5000'],
  ])('loads the page and fails when its script %s', async (_name, damage, message, ...limitMs) => {
    const { code, stderr } = await checkedWith([/^web\/assets\/index-[^/]+\.js\.gz$/], damage, limitMs);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the emitted page web\/index\.html does not start: [^\n]+\n$/);
    expect(stderr.trim()).toMatch(message);
  });
});

describe('a build', () => {
  it(
    'that emits a broken file says which, and leaves the previous build in place',
    async () => {
      const root = await temporaryWorkspace();
      for (const name of SOURCE_FOLDERS) copyFolder(join(repositoryRoot, name), join(root, name));
      for (const name of SOURCE_FILES) await copyFile(join(repositoryRoot, name), join(root, name));
      await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'), 'junction');
      const dist = await copyPresentBuild(root);
      const step = join(root, 'scripts', 'bundle.mjs');
      const text = await readFile(step, 'utf8');
      const damage = "await writeFile(join(directory, 'stress-worker.js'), 'start(');";
      await writeFile(step, text.replace('await rewriteScripts(directory);', `$&\n  ${damage}`));
      const before = checksums(dist);
      const outcome = await runProgram(process.execPath, [join(root, 'scripts', 'build.mjs')], {
        cwd: root,
        timeout: BUILD_TIMEOUT_MS,
      });
      expect(outcome.code).toBe(1);
      expect(outcome.stdout).toBe('');
      expect(outcome.stderr).toMatch(
        /^Build failed: the emitted file build-[0-9a-f]+\/stress-worker\.js does not parse \([^\n]+\)\.\n$/,
      );
      expect(checksums(dist)).toEqual(before);
      const { stdout } = await runProgram(process.execPath, [join(dist, 'main.js'), '--version'], {
        cwd: root,
      });
      expect(stdout).toMatch(/^svc \d/);
    },
    BUILD_TIMEOUT_MS,
  );
});

/** Checks a copy of the present build in which the first file of each kind is changed. */
async function checkedWith(
  kinds: readonly RegExp[],
  damage: (text: string) => string = String,
  limitMs: readonly string[] = [],
): Promise<RunOutcome & { paths: readonly string[] }> {
  const dist = await copyPresentBuild(await temporaryWorkspace());
  const names = [...filesBelow(dist).keys()];
  const paths = kinds.map((kind) => names.find((name) => kind.test(name)) ?? '');
  for (const path of paths) {
    const bytes = await readFile(join(dist, path));
    const isCompressed = path.endsWith('.gz');
    const changed = damage((isCompressed ? gunzipSync(bytes) : bytes).toString('utf8'));
    await writeFile(join(dist, path), isCompressed ? gzipSync(changed) : changed);
  }
  const options = ['--experimental-vm-modules', '--no-warnings'];
  const script = join(repositoryRoot, 'scripts', 'check-output.mjs');
  const outcome = await runProgram(process.execPath, [...options, script, dist, ...limitMs], { cwd: dist });
  return { ...outcome, paths };
}

/** Without what earlier builds have left for programs that still run. */
async function copyPresentBuild(root: string): Promise<string> {
  const dist = copyBuild(root);
  const { directory, web } = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as {
    directory: string;
    web: string[];
  };
  for (const path of filesBelow(dist).keys()) {
    const isOld = path.startsWith('build-') ? !path.startsWith(directory) : path.startsWith('web/');
    if (isOld && !web.some((name) => path === `web/${name}`)) await rm(join(dist, path));
  }
  return dist;
}
