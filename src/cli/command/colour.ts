import type { ProcessEnvironment } from '../process/process-context.js';

export interface ColourMode {
  /** Undefined when not on the command line. */
  readonly noColorFlag: boolean | undefined;
  readonly colorFlag: boolean | undefined;
  /** Already read as a switch. */
  readonly noColorVariable: boolean | undefined;
  readonly env: ProcessEnvironment;
  /** Asked last, because it means looking for a config file. */
  readonly noColorInConfig: () => Promise<boolean>;
}

/** Decided for each stream on its own; the first match decides (cli.md 3). */
export async function wantsColour(isTerminal: boolean, wish: ColourMode): Promise<boolean> {
  const { NO_COLOR: none, FORCE_COLOR: force, TERM: terminal } = wish.env;
  if (wish.noColorFlag === true) return false;
  if (wish.colorFlag !== undefined) return wish.colorFlag;
  if (wish.noColorVariable === true) return false;
  if (none !== undefined && none !== '') return false;
  if (force !== undefined && force !== '' && force !== '0') return true;
  if (!isTerminal || terminal === 'dumb') return false;
  // A switch that was set to false outranks the config file.
  if (wish.noColorFlag === false || wish.noColorVariable === false) return true;
  return !(await wish.noColorInConfig());
}
