import { join } from 'node:path';
import { writeExecutable } from '../files/executable.js';
import { temporaryWorkspace } from '../files/workspace.js';

export const CALL = { state: 'ready', provider: '', interaction: 'read', file: 'a.http' };
export const PATH = { PATH: process.env['PATH'] };

export async function program(text: string): Promise<string> {
  const directory = await temporaryWorkspace();
  writeExecutable(join(directory, 'set.sh'), `#!/bin/sh\n${text}\n`);
  return directory;
}
