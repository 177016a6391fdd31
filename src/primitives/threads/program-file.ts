/** Where the built programs of threads and child processes are: in the folder of the chunk that this is part of. */
let folder = new URL('./', import.meta.url);

export function programFile(name: string): URL {
  return new URL(name, folder);
}

/** For tests of the sources, beside which there are no built programs; the address ends with a slash. */
export function setProgramFolder(built: URL): void {
  folder = built;
}
