import { expect, it } from 'vitest';
import { dotenvPlace } from './dotenv-lines.js';

const TEXT = '\ufeffKEY=1\r\n# NO=1\n\n  export  TOKEN = x\nKEY=2\nnothing\n';

it.each([
  ['KEY', '5:1-4'],
  ['TOKEN', '4:11-16'],
  ['NO', undefined],
  ['export', undefined],
  ['nothing', undefined],
])('finds the line of %s', (name, expected) => {
  const found = dotenvPlace(TEXT, name);
  expect(found && `${found.line}:${found.column}-${found.endColumn}`).toBe(expected);
});
