import { dirname, isAbsolute, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { readRegular } from '../../workspace/paths/read-limited.js';
import { isAbsent } from '../../workspace/paths/disk-error.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import type { ProcessEnvironment } from '../process/process-context.js';

export interface Installation {
  readonly shell: string;
  readonly script: string;
  readonly env: ProcessEnvironment;
  /** Replaces a file that svc did not write. */
  readonly force: boolean;
}

/**
 * Writes the script where the shell looks for the completions of this user, and returns what there is to say about
 * it. Files that a shell reads at its start are never touched: they belong to the user.
 */
export async function installScript({ shell, script, env, force }: Installation): Promise<string[]> {
  const place = PLACES[shell];
  if (place === undefined) {
    throw new ServiceError('usage', `--install does not know where ${shell} looks for completions`, {
      hint: 'add the output of svc completion powershell to the file that $PROFILE names',
    });
  }
  const base = baseFolder(env, place);
  const path = join(base, ...place.below);
  if (!force && !(await isFreeOrOurs(path))) {
    throw new ServiceError('output', `${path} was not written by svc, so it was left as it is`, {
      hint: 'use --force to replace it',
    });
  }
  await writeOutput({ absolute: path, shown: path, folders: [] }, script);
  return [`wrote ${path}`, place.remark(dirname(path))];
}

interface Place {
  readonly variable: string;
  /** Below the home folder, when the variable is not set. */
  readonly usual: readonly string[];
  readonly below: readonly string[];
  readonly remark: (folder: string) => string;
}

const PLACES: Readonly<Record<string, Place>> = {
  bash: {
    variable: 'XDG_DATA_HOME',
    usual: ['.local', 'share'],
    below: ['bash-completion', 'completions', 'svc'],
    remark: () => 'new shells read it, if the package bash-completion is installed',
  },
  zsh: {
    variable: 'XDG_DATA_HOME',
    usual: ['.local', 'share'],
    below: ['zsh', 'site-functions', '_svc'],
    remark: (folder) =>
      `zsh reads it if ~/.zshrc has this line above that of compinit: fpath=('${folder.replaceAll("'", "'\\''")}' $fpath)`,
  },
  fish: {
    variable: 'XDG_CONFIG_HOME',
    usual: ['.config'],
    below: ['fish', 'completions', 'svc.fish'],
    remark: () => 'new shells read it',
  },
};

/** The specification of these variables says that a relative path is to be ignored. */
function baseFolder(env: ProcessEnvironment, { variable, usual }: Place): string {
  const set = env[variable] ?? '';
  if (isAbsolute(set)) return set;
  const home = env['HOME'] || env['USERPROFILE'] || '';
  if (isAbsolute(home)) return join(home, ...usual);
  throw new ServiceError('output', `there is no home folder to write to, since HOME is not set`, {
    hint: `set HOME or ${variable}`,
  });
}

/** A file that cannot be read cannot be told from one of somebody else. */
async function isFreeOrOurs(path: string): Promise<boolean> {
  try {
    const start = await readRegular(path, MAX_HEAD_BYTES);
    return OUR_HEAD.test(start.toString('utf8'));
  } catch (error) {
    return isAbsent(error);
  }
}

const MAX_HEAD_BYTES = 200;
/** All scripts say in their first comment what they are. */
const OUR_HEAD = /^(?:#compdef svc\n)?# \w+ completion for svc; /;
