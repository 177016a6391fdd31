import { ServiceError } from '../../errors.js';
import type { SettingsRequest } from '../../operations/settings/run-settings.js';
import { STDIN } from '../command/request-paths.js';
import type { LineSelection } from '../command/line-arguments.js';
import type { Invocation } from '../command/command.js';
import { isCiEnvironment, requestSettings } from '../command/settings-from-flags.js';
import type { DISTRIBUTION_FLAGS } from '../flags/distribution-flags.js';
import type { RUN_FLAGS } from '../flags/run-flags.js';
import { ASK_FOR_WORKERS } from '../flags/stress-flags.js';
import { requestFilter } from '../flags/selection-flags.js';

export type RunInvocation = Invocation<typeof RUN_FLAGS & typeof DISTRIBUTION_FLAGS> & LineSelection;

/** Reads the settings of a run from the command line and refuses invalid combinations. */
export function readRunFlags(invocation: RunInvocation): SettingsRequest {
  const { flags, context } = invocation;
  if (flags['update-snapshots'] && flags.ci === true) {
    throw new ServiceError('usage', '--update-snapshots and --ci exclude each other');
  }
  if (flags.watch && flags.shard !== undefined) {
    throw new ServiceError('usage', '--watch and --shard exclude each other');
  }
  refuseWithRepeat(flags);
  if (flags['save-dir'] !== undefined && !flags['allow-save']) {
    throw new ServiceError('usage', '--save-dir needs --allow-save');
  }
  return {
    ...requestSettings(invocation),
    variables: flags.variable,
    secrets: flags.secret,
    selection: { ...requestFilter(flags), ...(flags.shard !== undefined && { shard: flags.shard }) },
    fixed: {
      mode: 'cli',
      ci: isCi({ flags, context }),
      updateSnapshots: flags['update-snapshots'],
      dryRun: flags['dry-run'],
      allowShell: flags['allow-shell'],
      allowDb: flags['allow-db'],
      allowSecretCommands: flags['allow-secret-commands'],
      confirmed: flags.yes,
      skipUnsupported: flags['skip-unsupported'],
    },
  };
}

/** A watch repeats by itself, and each pass would replace the snapshots of the one before. */
function refuseWithRepeat(flags: RunInvocation['flags']): void {
  if (flags.repeat === undefined) return;
  const refused = (['watch', 'update-snapshots'] as const).find((name) => flags[name]);
  if (refused === undefined) return;
  throw new ServiceError('usage', `--repeat and --${refused} exclude each other`);
}

/** Standard input can be read once only, and the history does not know what it contained last time. */
export function refuseStdin({ flags, positionals }: RunInvocation): void {
  if (!positionals.includes(STDIN)) return;
  const refused = (['watch', 'last-failed'] as const).find((name) => flags[name]);
  if (refused === undefined) return;
  throw new ServiceError('usage', `--${refused} cannot be used with standard input (-); give it a file`);
}

/** Workers run a whole selection. */
export function refuseWithWorkers({ flags, sources }: Pick<RunInvocation, 'flags' | 'sources'>): void {
  const asking = ASK_FOR_WORKERS.find((name) => sources.get(name) === 'flag');
  if (asking === undefined) return;
  const refused = (['watch', 'shard'] as const).find((name) => flags[name]);
  if (refused === undefined) return;
  throw new ServiceError('usage', `--${asking} and --${refused} exclude each other`);
}

/** Whether a line on the terminal shows what is going on while it goes on. */
export function showsLiveLine({ flags, context, terminal }: ProgressInvocation): boolean {
  return context.stderr.isTerminal && showsProgress({ flags, terminal }) && !isCi({ flags, context });
}

/** Whether a log gets a line for each file, as it has no live line, wherever the report goes. */
export function showsFileSummaries({ flags, context, terminal }: ProgressInvocation): boolean {
  return isCi({ flags, context }) && showsProgress({ flags, terminal });
}

type ProgressInvocation = Pick<RunInvocation, 'flags' | 'context' | 'terminal'>;

function showsProgress({ flags, terminal }: Pick<RunInvocation, 'flags' | 'terminal'>): boolean {
  return !terminal.quiet && !flags['no-progress'];
}

/** CI services set `CI` to one of these values; others are ignored. */
export function isCi({ flags, context }: Pick<RunInvocation, 'flags' | 'context'>): boolean {
  return flags.ci ?? isCiEnvironment(context.env);
}
