/** The name of a variable that a script stores: names of captures have letters, digits, `_` and `-`. */
export function storedName(name: string): string {
  const plain = name.replaceAll(/[^\w-]/g, '_');
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
