/** Every address of a name, in the order of the system. */
export async function systemResolve(host: string): Promise<readonly string[]> {
  const { lookup } = await import('node:dns/promises');
  const answers = await lookup(host, { all: true, verbatim: true });
  return answers.map(({ address }) => address);
}
