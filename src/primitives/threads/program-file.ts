/** The built programs of threads and child processes are in the folder of the chunk that holds this module. */
let folder = new URL('./', import.meta.url);

export function programFile(name: string): URL {
  return new URL(name, folder);
}

/** For tests of the sources, which have no built programs beside them; the URL ends with a slash. */
export function setProgramFolder(built: URL): void {
  folder = built;
}
