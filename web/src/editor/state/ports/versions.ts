import type { DesignDocument } from '../../core/document/types';

/** A saved version of the design. */
export type PastVersion = {
  number: number;
  /** The name of the design at that time. */
  name: string;
  /** The URL of the server's image. */
  image: string;
  /** Who saved it, or null if that is unknown or was not a user. */
  savedBy: string | null;
  /** When it was saved, as an ISO 8601 timestamp. */
  at: string;
  current: boolean;
  /** The number of issued credentials that use this version. */
  credentials: number;
};

export type RestoreOutcome =
  | { state: 'restored'; design: { name: string; document: DesignDocument; version: number } }
  | { state: 'cancelled' }
  | { state: 'refused'; lines: readonly string[] };

export type VersionsPort = {
  /** Returns a page of versions, newest first. Pages are counted from 1. */
  list: (page: number, signal: AbortSignal) => Promise<{ versions: readonly PastVersion[]; total: number }>;
  one: (number: number, signal: AbortSignal) => Promise<PastVersion>;
  /** Saves an old version as the newest one after the user confirms, unless a newer version than `from` exists. */
  restore?: ((number: number, from: number) => Promise<RestoreOutcome>) | undefined;
};
