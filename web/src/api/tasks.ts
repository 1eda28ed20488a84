import { readActionProgress } from './actions';
import { readDataExportProgress } from './dataExports';
import { readExportProgress } from './exports';
import { readImportProgress } from './imports';
import { readPublication } from './publications';

/** The progress of the background work at a URL, or null if it no longer exists. */
export async function readTask(address: string) {
  if (address.startsWith('/data-exports/')) return readDataExportProgress(address);
  if (address.startsWith('/exports/')) return readExportProgress(address);
  if (address.startsWith('/actions/')) return readActionProgress(address);
  return address.startsWith('/imports/') ? readImportProgress(address) : readPublication(address);
}
