import { expect } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const REQUEST = 'GET http://127.0.0.1:1/\n';
export const MIB = 1024 * 1024;

interface Checked {
  readonly ok: boolean;
  readonly errors: readonly string[];
  readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
}

/** Content, and a diagnostic that has to be among the findings. */
type BadInput = readonly [name: string, content: string | Uint8Array, code: string];

export const BAD_INPUTS: readonly BadInput[] = [
  ['more than 10 MiB', 'x'.repeat(10 * MIB + 1), 'file_too_large'],
  ['100,000 open placeholders', `GET http://127.0.0.1:1/${'{{'.repeat(100_000)}\n`, 'bad_placeholder'],
  [
    '100,000 nested brackets',
    dedent`
      ${REQUEST}
      >>>
      expect body == ${'['.repeat(100_000)}
      <<<
    `,
    'bad_value',
  ],
  ['NUL bytes', `${REQUEST}A: \0b\0\n`, 'nul_character'],
  ['nothing but NUL bytes', new Uint8Array(MIB), 'nul_character'],
  ['invalid UTF-8', Buffer.from([...Buffer.from(REQUEST), 0xff, 0xfe, 0xc0, 0x80, 0x0a]), 'invalid_utf8'],
  [
    'a lone surrogate in UTF-8',
    Buffer.from([...Buffer.from(`${REQUEST}A: `), 0xed, 0xa0, 0x80, 0x0a]),
    'invalid_utf8',
  ],
  ['a directive of 1 MiB', `# @${'n'.repeat(MIB)} x\n${REQUEST}`, 'unknown_directive'],
  ['a directive value of 1 MiB', `# @timeout ${'9'.repeat(MIB)}x\n${REQUEST}`, 'directive_value'],
  ['an authentication line of 1 MiB', `# @auth ${'b'.repeat(MIB)}\n${REQUEST}`, 'unknown_auth_method'],
  ['a retry list of 1 MiB', `# @retryOn ${'1,'.repeat(MIB / 2)}\n${REQUEST}`, 'directive_value'],
];

export const LARGE_BAD_INPUTS: readonly BadInput[] = [
  ['10 MiB in one line', 'x'.repeat(10 * MIB), 'expected_request_line'],
  ['100,000 block openers', `${REQUEST}\n${'>>>\n'.repeat(100_000)}`, 'unclosed_block'],
  ['100,000 unknown openers', `${REQUEST}\n${'>>>what\n'.repeat(100_000)}`, 'unknown_block'],
  ['100,000 bad lines', `${REQUEST}${'no header\n'.repeat(100_000)}`, 'malformed_header'],
  [
    'a dependency list of 1 MiB',
    `# @depends ${'some-name,'.repeat(MIB / 10)}\n${REQUEST}`,
    'unknown_dependency',
  ],
];

/** It gives the diagnostic and no stack trace. */
export async function expectDiagnostic(content: string | Uint8Array, code: string): Promise<void> {
  const cwd = await temporaryWorkspace({ 'bad.http': content });
  const result = await runInProcess(['validate', '--json', '--strict'], { cwd });
  expect(result).toMatchObject({ code: 2, stderr: '' });
  const [checked] = JSON.parse(result.stdout) as [Checked];
  expect(checked.ok).toBe(false);
  expect(checked.diagnostics.map((found) => found.code)).toContain(code);
  for (const text of checked.errors.slice(0, 100)) {
    expect(text).toMatch(/^bad\.http:\d+:\d+: (error|warning) [a-z_0-9]+: /);
    expect(text).not.toMatch(/\n {4}at /);
    expect(text.length).toBeLessThan(2000);
  }
}
