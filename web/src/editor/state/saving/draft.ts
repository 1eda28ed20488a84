import { readStored, writeStored } from '../../../lib/storage';
import { type Sheet, sameSheet } from '../../core/document/sheet';

type Draft = { version: number; savedAt: number; sheet: Sheet };

const PREFIX = 'laurel.draft.';

/** Stores unsaved changes in the browser, in case the page is closed. Returns whether they were stored. */
export function keepDraft(key: string, sheet: Sheet, version: number): boolean {
  const draft: Draft = { version, savedAt: Date.now(), sheet };
  return writeStored(PREFIX + key, JSON.stringify(draft));
}

export function dropDraft(key: string): void {
  writeStored(PREFIX + key, null);
}

/** Returns unsaved changes of an earlier visit that differ from the saved design. */
export function findDraft(key: string, saved: Sheet): Draft | undefined {
  try {
    const draft = JSON.parse(readStored(PREFIX + key) ?? 'null') as Draft | null;
    const whole = draft && Array.isArray(draft.sheet?.design?.blocks) && typeof draft.sheet.name === 'string';
    return whole && !sameSheet(draft.sheet, saved) ? draft : undefined;
  } catch {
    return undefined;
  }
}
