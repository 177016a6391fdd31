/** Entry of the thread that reads the files of a workspace folder for the language server. */
import { serveCalls } from '../../primitives/threads/serve-calls.js';
import type { NamesProgram } from './names-program.js';
import { readNames } from './read-names.js';

serveCalls<NamesProgram>({
  read: (input, { signal, emit }) => readNames(input, { signal, emit }),
});
