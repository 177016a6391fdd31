import type { Command } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';

export const IMPORT_CODES: Command['exitCodes'] = [
  [EXIT.ok, 'imported'],
  [
    EXIT.input,
    'the source cannot be read or is not of the format, a file cannot be written, or --strict met a loss',
  ],
  [EXIT.network, 'the source is a URL, and no connection came about'],
  [130, 'ended by SIGINT; 143 by SIGTERM'],
];
