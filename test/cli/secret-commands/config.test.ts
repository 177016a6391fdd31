import { expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { run } from '../support/run-results.js';

const UNIQUE = 'must be a name that no other entry has: a value has one source';
const TIMES = 'must be a duration from 100ms to 5m';

it.each<[string, string, string]>([
  [
    'a command in one text',
    'name: a\ncommand: op read',
    '3:14: secrets[0].command must be a list of 1 to 64 texts',
  ],
  ['no program', 'name: a\ncommand: []', '3:14: secrets[0].command must be a list of 1 to 64 texts'],
  [
    'too many arguments',
    `name: a\ncommand: [${Array.from({ length: 65 }, () => 'x').join(', ')}]`,
    '3:14: secrets[0].command must be a list of 1 to 64 texts',
  ],
  [
    'a number',
    'name: a\ncommand: [1]',
    '3:15: secrets[0].command[0] must be text: command must be a list of 1 to 64 texts; put it in quotes',
  ],
  [
    'an empty program',
    'name: a\ncommand: [""]',
    '3:15: secrets[0].command[0] must be the name or path of a program',
  ],
  [
    'an unknown key',
    'name: a\ncommand: [op]\ncomand: [x]',
    '4:5: unknown key "comand"; did you mean "command"?',
  ],
  ['no command', 'name: a', '2:3: secrets[0] needs the key "command"'],
  ['no name', 'command: [op]', '2:3: secrets[0] needs the key "name"'],
  [
    'a name that no variable has',
    'name: a b\ncommand: [op]',
    '2:11: secrets[0].name must be the name of a variable: letters, digits, _, . and -',
  ],
  ['a short time', 'name: a\ncommand: [op]\ntimeout: 50ms', `4:14: secrets[0].timeout ${TIMES}`],
  ['a long time', 'name: a\ncommand: [op]\ntimeout: 6m', `4:14: secrets[0].timeout ${TIMES}`],
  [
    'no environment',
    'name: a\ncommand: [op]\nenvironments: []',
    '4:19: secrets[0].environments must be a list of at least one environment',
  ],
])('a secret with %s ends with 3 and its place', async (_case, entry, message) => {
  const lines = entry.split('\n').map((line, at) => (at === 0 ? `  - ${line}` : `    ${line}`));
  const config = `secrets:\n${lines.join('\n')}\n`;
  const { code, stderr } = await run({ 'a.http': 'GET http://127.0.0.1:1/\n', 'service.yaml': config }, []);
  expect([code, stderr]).toEqual([3, `Error: service.yaml:${message}\n`]);
});

it('a secret with two sources ends with 3 and its place', async () => {
  const config = dedent`
    secrets:
      - a
      - name: a
        command: [op]
      - name: b
        command: [op]
      - name: b
        command: [op]
  `;
  const { code, stderr } = await run({ 'a.http': 'GET http://127.0.0.1:1/\n', 'service.yaml': config }, []);
  expect(code).toBe(3);
  expect(stderr.trimEnd().split('\n')).toEqual([
    `Error: service.yaml:3:11: secrets[1].name ${UNIQUE}`,
    `service.yaml:5:11: secrets[2].name ${UNIQUE}`,
    `service.yaml:7:11: secrets[3].name ${UNIQUE}`,
  ]);
});

it('names may stand twice without commands, as before', async () => {
  const { code } = await run(
    { 'a.http': 'GET http://127.0.0.1:1/\n', 'service.yaml': 'secrets: [a, a, login.token]\n' },
    ['--dry-run'],
  );
  expect(code).toBe(0);
});
