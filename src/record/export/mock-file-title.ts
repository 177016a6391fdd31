/** The first comment of a file that a mock server has recorded, by which such a file is recognized. */
export const MOCK_FILE_TITLE = '# Recorded by svc mock from ';

export function isMockFile(text: string): boolean {
  return text.startsWith(MOCK_FILE_TITLE);
}
