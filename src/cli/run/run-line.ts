import { ServiceError } from '../../errors.js';
import type { SettingsRequest } from '../../operations/settings/run-options.js';
import type { Invocation } from '../command/command.js';
import { givenSettings } from '../command/given-settings.js';
import type { RUN_FLAGS } from '../flags/run-flags.js';
import { requestFilter } from '../flags/selection-flags.js';

export type RunInvocation = Invocation<typeof RUN_FLAGS>;

/** What the command line says about a run; combinations that make no sense end here (cli.md 6.1). */
export function readRunLine({ flags, positionals, context }: RunInvocation): SettingsRequest {
  if (flags['update-snapshots'] && flags.ci === true) {
    throw new ServiceError('usage', '--update-snapshots and --ci exclude each other');
  }
  if (flags.watch && flags.shard !== undefined) {
    throw new ServiceError('usage', '--watch and --shard exclude each other');
  }
  return {
    cwd: context.cwd,
    paths: positionals,
    process: context.env,
    given: givenSettings(flags),
    config: flags.config,
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
    },
  };
}

/** Build servers set `CI`; other values than these two are no switch of ours. */
export function isCi({ flags, context }: Pick<RunInvocation, 'flags' | 'context'>): boolean {
  return flags.ci ?? ['true', '1'].includes(context.env['CI'] ?? '');
}
