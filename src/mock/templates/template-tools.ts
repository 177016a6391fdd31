import type { FunctionTools } from '../../evaluation/functions/call.js';

/** Functions in templates get time and chance, and neither the environment nor tokens. */
export function templateTools({ clock, random }: Pick<FunctionTools, 'clock' | 'random'>): FunctionTools {
  const none = (): undefined => undefined;
  return {
    clock,
    random,
    dotenv: none,
    dotenvNear: none,
    token: none,
    process: none,
    processReadable: false,
  };
}
