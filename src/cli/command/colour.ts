import type { ProcessEnvironment } from '../process/process-context.js';

export interface ColourMode {
  /** Undefined when the flag is not on the command line. */
  readonly noColorFlag: boolean | undefined;
  readonly colorFlag: boolean | undefined;
  /** Undefined when the variable is not set. */
  readonly noColorVariable: boolean | undefined;
  readonly env: ProcessEnvironment;
  /** Called last, because it has to search for a config file. */
  readonly noColorInConfig: () => Promise<boolean>;
}

/** Decides for each stream separately; the first rule that applies wins. */
export async function shouldUseColour(isTerminal: boolean, mode: ColourMode): Promise<boolean> {
  const { NO_COLOR: none, FORCE_COLOR: force, TERM: terminal } = mode.env;
  if (mode.noColorFlag === true) return false;
  if (mode.colorFlag !== undefined) return mode.colorFlag;
  if (mode.noColorVariable === true) return false;
  if (none !== undefined && none !== '') return false;
  if (force !== undefined && force !== '' && force !== '0') return true;
  if (!isTerminal || terminal === 'dumb') return false;
  // A switch that is set to false overrides the config file.
  if (mode.noColorFlag === false || mode.noColorVariable === false) return true;
  return !(await mode.noColorInConfig());
}
