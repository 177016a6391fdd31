import { statfs } from 'node:fs/promises';

/** Whether a folder lies on a file system that does not report changes made by other machines. */
export async function isOnNetworkDrive(folder: string): Promise<boolean> {
  try {
    const { type } = await statfs(folder);
    return NETWORK_FILE_SYSTEMS.has(type >>> 0);
  } catch {
    return false;
  }
}

/** Type numbers of Linux, see statfs(2); other systems report changes of network drives, or watching fails. */
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([
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
