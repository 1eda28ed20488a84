import { readStored, writeStored } from '../../../lib/storage';
import { type Sheet, sameSheet } from '../../core/document/sheet';

type Draft = { version: number; savedAt: number; sheet: Sheet };

const PREFIX = 'laurel.draft.';

/** Keeps unsaved work in this browser, for the case that it ends without asking; says whether it could. */
export function keepDraft(key: string, sheet: Sheet, version: number): boolean {
  const draft: Draft = { version, savedAt: Date.now(), sheet };
  return writeStored(PREFIX + key, JSON.stringify(draft));
}

export function dropDraft(key: string): void {
  writeStored(PREFIX + key, null);
}

/** Unsaved work from an earlier visit that differs from what is saved. */
export function findDraft(key: string, saved: Sheet): Draft | undefined {
  try {
    const draft = JSON.parse(readStored(PREFIX + key) ?? 'null') as Draft | null;
    const whole = draft && Array.isArray(draft.sheet?.design?.blocks) && typeof draft.sheet.name === 'string';
    return whole && !sameSheet(draft.sheet, saved) ? draft : undefined;
  } catch {
    return undefined;
  }
}
