import type { Invocation } from '../command/command.js';
import { flagGroup, switchFlag } from '../flags/flag.js';
import {
  CLIENT_ENV_FLAGS,
  CONNECTION_FLAGS,
  RUN_FLAGS,
  SIGN_IN_FLAGS,
  VARIABLE_FLAGS,
} from '../flags/run-flags.js';
import { SELECTION_FLAGS } from '../flags/selection-flags.js';

export const LOGIN_FLAGS = {
  name: SELECTION_FLAGS.name,
  ...VARIABLE_FLAGS,
  ...CLIENT_ENV_FLAGS,
  ...flagGroup('Sign-in', {
    'oauth-port': SIGN_IN_FLAGS['oauth-port'],
    print: switchFlag('print the token although standard output is a terminal'),
  }),
  ...CONNECTION_FLAGS,
  'connect-timeout': { ...RUN_FLAGS['connect-timeout'], group: 'HTTP client' },
} as const;

export type LoginInvocation = Invocation<typeof LOGIN_FLAGS>;
