import { counterFlag, flagGroup, optionalSwitchFlag, switchFlag } from './flag.js';

/** Flags of every command. */
export const GLOBAL_FLAGS = flagGroup('Output', {
  verbose: counterFlag('print more details; may be given up to three times', { short: 'v' }),
  quiet: switchFlag('print errors and structured output only', { short: 'q', environment: 'SVC_QUIET' }),
  color: optionalSwitchFlag('use colours even when the output is not a terminal', { shownDefault: 'auto' }),
  'no-color': optionalSwitchFlag('never use colours; NO_COLOR and FORCE_COLOR are respected too', {
    environment: 'SVC_NO_COLOR',
    shownDefault: 'auto',
  }),
  help: switchFlag('print this text', { short: 'h' }),
});

export type GlobalFlags = typeof GLOBAL_FLAGS;

/** Flags of `svc` without a command. */
export const ROOT_FLAGS = {
  version: switchFlag('print the version'),
} as const;
