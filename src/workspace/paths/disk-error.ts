/** The reason of a system error in words, without any path of the machine. */
export function diskReason(error: unknown): string {
  return codeReason(diskCode(error));
}

export function codeReason(code: string): string {
  return REASONS[code] ?? (code === '' ? 'unexpected failure' : code);
}

/** The `E…` code of a system error, else empty. */
export function diskCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Whether the file or a parent folder is missing. */
export function isAbsent(error: unknown): boolean {
  const code = diskCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  ECANCELED: 'it was interrupted',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it already exists',
  EIO: 'input/output error',
  EFTYPE: 'it is not a regular file',
  EISDIR: 'it is a directory',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many open files',
  ENOENT: 'no such file or directory',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a directory',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ETIMEDOUT: 'nobody wrote to it for too long',
  EOUTSIDE: 'it is outside the workspace, where only a flag may lead',
};
