import { describe, expect, it } from 'vitest';
import { readShellCommand } from './shell-command.js';

describe('readShellCommand', () => {
  it.each([
    ['echo hi', 'echo hi', []],
    ['echo {{a}}', 'echo "${SVC_REF_1}"', ['{{a}}']],
    ['echo "{{a}}"', 'echo "${SVC_REF_1}"', ['{{a}}']],
    ['echo x{{a}}5', 'echo x"${SVC_REF_1}"5', ['{{a}}']],
    [
      'echo {{ a }} "b {{b}} c" {{a}}',
      'echo "${SVC_REF_1}" "b ${SVC_REF_2} c" "${SVC_REF_3}"',
      ['{{ a }}', '{{b}}', '{{a}}'],
    ],
    ["echo 'it' {{a}}", `echo 'it' "\${SVC_REF_1}"`, ['{{a}}']],
    [`echo "it's {{a}}"`, `echo "it's \${SVC_REF_1}"`, ['{{a}}']],
    [`echo "a \\" {{a}}"`, `echo "a \\" \${SVC_REF_1}"`, ['{{a}}']],
    [`echo \\' {{a}}`, `echo \\' "\${SVC_REF_1}"`, ['{{a}}']],
    ['echo "$(cat {{a}})" {{b}}', 'echo "$(cat "${SVC_REF_1}")" "${SVC_REF_2}"', ['{{a}}', '{{b}}']],
    ['echo "$(cat "{{a}}")"', 'echo "$(cat "${SVC_REF_1}")"', ['{{a}}']],
    [`echo hi # don't {{a}}`, `echo hi # don't "\${SVC_REF_1}"`, ['{{a}}']],
    [`echo a#b 'x' {{a}}`, `echo a#b 'x' "\${SVC_REF_1}"`, ['{{a}}']],
    ['(cd {{a}}; ls)', '(cd "${SVC_REF_1}"; ls)', ['{{a}}']],
    ['echo \\{{a}}', 'echo {{a}}', []],
    ['echo "${{a}}"', 'echo "\\$${SVC_REF_1}"', ['{{a}}']],
    ['echo ${{a}}', 'echo \\$"${SVC_REF_1}"', ['{{a}}']],
    ['echo $((1+2)) {{a}}', 'echo $((1+2)) "${SVC_REF_1}"', ['{{a}}']],
    ['[ {{a}} = b ]', '[ "${SVC_REF_1}" = b ]', ['{{a}}']],
  ])('%s', (template, command, references) => {
    expect(readShellCommand(template)).toEqual({ ok: true, line: { command, references } });
  });

  it.each([
    [`echo '{{a}}'`, 'single quotes'],
    [`echo 'x {{a}} y'`, 'single quotes'],
    [`echo "$(echo '{{a}}')"`, 'single quotes'],
    [`echo $'{{a}}'`, 'single quotes'],
    ['echo `cat {{a}}`', 'back-quotes'],
    ['echo $(( {{a}} + 1 ))', 'arithmetic'],
    ['echo $(( (1 + {{a}}) ))', 'arithmetic'],
    ['(( {{a}} ))', 'arithmetic'],
    ['[[ {{a}} -eq 1 ]]', '[[ … ]]'],
  ])('refuses %s', (template, why) => {
    const reading = readShellCommand(template);
    expect(reading.ok).toBe(false);
    expect(!reading.ok && reading.reason).toContain(why);
    expect(!reading.ok && reading.reason).toContain('{{a}}');
  });
});
