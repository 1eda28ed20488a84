import { readExportProgress } from './exports';
import { readPublication } from './publications';

/** How far the work at an address is; null when nothing there is known any more. */
export const readTask = async (address: string) =>
  address.startsWith('/exports/') ? readExportProgress(address) : readPublication(address);
