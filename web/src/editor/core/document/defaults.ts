import type { DesignDocument, DesignKind } from './types';

export function newDesign(kind: DesignKind = 'certificate'): DesignDocument {
  return {
    schema_version: 1,
    kind,
    size: kind === 'badge' ? 'badge' : 'us-letter',
    orientation: 'landscape',
    language: 'en',
    background: '',
    background_bleeds: false,
    blocks: [],
  };
}
