/** Finds the file of a program on the search path, or relative to a folder. */
import { access, constants, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string>>;

/** A name with a separator is a path from the folder; any other is looked up on the search path first. */
export async function findProgram(
  program: string,
  directory: string,
  environment: Environment,
): Promise<string | undefined> {
  const isWindows = platform() === 'win32';
  const isPath = program.includes('/') || (isWindows && program.includes('\\')) || isAbsolute(program);
  const searched = isPath ? [] : searchPath(environment, isWindows);
  const places = [...searched.map((folder) => join(folder, program)), resolve(directory, program)];
  for (const place of places) {
    for (const ending of endings(environment, isWindows)) {
      if (await isProgram(place + ending)) return place + ending;
    }
  }
  return undefined;
}

/** Empty and relative folders are left out: what they mean depends on where one stands. */
function searchPath(environment: Environment, isWindows: boolean): readonly string[] {
  const name = isWindows ? Object.keys(environment).find((each) => each.toUpperCase() === 'PATH') : 'PATH';
  const folders = (name === undefined ? undefined : environment[name])?.split(delimiter) ?? [];
  return folders.filter((folder) => isAbsolute(folder));
}

/** Windows knows programs by the ends of their names. */
function endings(environment: Environment, isWindows: boolean): readonly string[] {
  if (!isWindows) return [''];
  return ['', ...(environment['PATHEXT'] ?? '.COM;.EXE').split(';').filter((ending) => ending !== '')];
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
