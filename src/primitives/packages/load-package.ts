/** The only way to packages that svc does not bring along: they are looked for at first use. */

export type LoadPackage = (name: string) => Promise<unknown>;

export const importPackage: LoadPackage = (name) => import(name) as Promise<unknown>;

/** `missing` makes the error of the caller; it gets the package's name, never a path of this machine. */
export async function loadPackage(
  name: string,
  missing: (packageName: string) => Error,
  load: LoadPackage = importPackage,
): Promise<unknown> {
  try {
    return await load(name);
  } catch {
    const [packageName = name] = name.split('/');
    throw missing(packageName);
  }
}
