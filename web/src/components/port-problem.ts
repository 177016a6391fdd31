export function portProblem(text: string): string {
  const isPort = /^\d{1,5}$/.test(text.trim()) && Number(text) <= 65_535;
  return isPort ? '' : 'A whole number from 0 to 65535.';
}
