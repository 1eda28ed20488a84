import { readActionProgress } from './actions';
import { readDataExportProgress } from './dataExports';
import { readExportProgress } from './exports';
import { readImportProgress } from './imports';
import { readPublication } from './publications';

/** How far the work at an address is; null when nothing there is known any more. */
export async function readTask(address: string) {
  if (address.startsWith('/data-exports/')) return readDataExportProgress(address);
  if (address.startsWith('/exports/')) return readExportProgress(address);
  if (address.startsWith('/actions/')) return readActionProgress(address);
  return address.startsWith('/imports/') ? readImportProgress(address) : readPublication(address);
}
