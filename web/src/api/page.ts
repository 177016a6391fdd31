/** The page itself, which is no part of the API. */

/** Undefined if the server cannot be reached. */
export async function readPage(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** A file that the build has put beside the scripts of the page. Throws if it cannot be read. */
export async function readAsset(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} could not be loaded.`);
  return (await response.json()) as unknown;
}
