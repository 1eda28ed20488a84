import type { DesignDocument } from '../../core/document/types';

/** A saved state of the design. */
export type PastVersion = {
  number: number;
  /** What the design was called then. */
  name: string;
  /** Address of the server's picture. */
  image: string;
  /** Who saved it, or null where it was no person that is known. */
  savedBy: string | null;
  /** When, as an ISO moment. */
  at: string;
  current: boolean;
  /** Issued credentials that look like this very version. */
  credentials: number;
};

export type RestoreOutcome =
  | { state: 'restored'; design: { name: string; document: DesignDocument; version: number } }
  | { state: 'cancelled' }
  | { state: 'refused'; lines: readonly string[] };

export type VersionsPort = {
  /** A page of versions, newest first, counted from 1. */
  list: (page: number, signal: AbortSignal) => Promise<{ versions: readonly PastVersion[]; total: number }>;
  one: (number: number, signal: AbortSignal) => Promise<PastVersion>;
  /** Saves an old version again as the newest, when the person agrees, unless somebody saved since version `from`. */
  restore?: ((number: number, from: number) => Promise<RestoreOutcome>) | undefined;
};
