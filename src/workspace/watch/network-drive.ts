import { statfs } from 'node:fs/promises';

/** Whether a folder lies where changes made elsewhere are not told to this machine. */
export async function isOnNetworkDrive(folder: string): Promise<boolean> {
  try {
    const { type } = await statfs(folder);
    return REMOTE.has(type >>> 0);
  } catch {
    return false;
  }
}

/** Numbers of file systems in Linux (statfs(2)); elsewhere the system tells of network drives, or fails. */
const REMOTE: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9P: also drives of the host in a virtual Linux
  0x5346414f, // AFS
  0x6b414653, // kAFS
  0x00c36400, // Ceph
  0x65735546, // FUSE: sshfs and shared folders of virtual machines
  0x786f4256, // shared folders of VirtualBox
  0xbacbacbc, // shared folders of VMware
  0x564c, // NCP
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
]);
