import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { checkClientEnv } from './client-env-findings.js';

async function check(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = await temporaryWorkspace({ 'a.http': '', ...files });
  const { validations, warnings } = await checkClientEnv(
    [{ directory: root }, { directory: root }],
    root,
    root,
  );
  const findings = validations.flatMap(({ file, findings: all }) =>
    all.map(({ severity, code, message }) => `${file} ${severity} ${code} ${message}`),
  );
  return [...findings, ...warnings];
}

describe('findings about environment files of other clients', () => {
  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['a file without findings', { 'http-client.env.json': '{"dev": {"a": 1}}' }, []],
    [
      'a file that cannot be used',
      { 'http-client.env.json': '{\n"dev": 1}' },
      [
        'http-client.env.json error client_env http-client.env.json:2:8: expected an object of variables for "dev"',
      ],
    ],
    [
      'a variable that a private file hides',
      { 'http-client.env.json': '{"dev": {"a": 1}}', 'http-client.private.env.json': '{"dev": {"a": 2}}' },
      [
        'http-client.private.env.json info environment_shadowed `a` of http-client.env.json is hidden by http-client.private.env.json',
      ],
    ],
    [
      'a setting that is not used, and a key twice',
      { 'http-client.env.json': '{"dev": {"Proxy": {}, "a": 1, "a": 2}}' },
      [
        'http-client.env.json info ignored_dialect `Proxy` is not supported and was ignored',
        'http-client.env.json:1:31: "a" is defined twice; the last one is used',
      ],
    ],
  ])('%s', async (_title, files, expected) => expect(await check(files)).toEqual(expected));
});
