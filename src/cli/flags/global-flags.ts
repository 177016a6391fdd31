import { counterFlag, openSwitchFlag, switchFlag } from './flag.js';

const group = 'Output';

/** Flags of every command. */
export const GLOBAL_FLAGS = {
  verbose: counterFlag('say more; give it up to three times', { short: 'v', group }),
  quiet: switchFlag('print errors and structured output only', {
    short: 'q',
    environment: 'SVC_QUIET',
    group,
  }),
  color: openSwitchFlag('colour even when the output is not a terminal', { group }),
  'no-color': openSwitchFlag('never colour; NO_COLOR and FORCE_COLOR count too', {
    environment: 'SVC_NO_COLOR',
    group,
  }),
  help: switchFlag('print this text', { short: 'h', group }),
} as const;

export type GlobalFlags = typeof GLOBAL_FLAGS;

/** Flags of `svc` without a command. */
export const ROOT_FLAGS = {
  version: switchFlag('print the version'),
} as const;
