import type { Command } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';

export const IMPORT_CODES: Command['exitCodes'] = [
  [EXIT.ok, 'imported'],
  [
    EXIT.input,
    'the source cannot be read or has another format, a file cannot be written, or --strict found a loss',
  ],
  [EXIT.network, 'the source is a URL and the connection failed'],
  [130, 'ended by SIGINT; 143 by SIGTERM'],
];
