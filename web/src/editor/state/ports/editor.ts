import type { ReactNode } from 'react';
import type { Sheet } from '../../core/document/sheet';
import type {
  AttributeValue,
  DesignDocument,
  DesignKind,
  DesignSize,
  Orientation,
  Values,
} from '../../core/document/types';
import type { PreviewPort } from './preview';
import type { VersionsPort } from './versions';

/** An attribute that a design can use. */
export type EditorAttribute = {
  /** Its tag without brackets, such as `recipient.name`. */
  tagName: string;
  /** The display name. */
  name: string;
  kind: Exclude<AttributeValue['kind'], 'percent'>;
};

export type EditorTemplate = {
  slug: string;
  name: string;
  style: 'classic' | 'modern' | 'bold';
  image_url: string;
  document: DesignDocument;
};

/** A design of the department in a list. */
export type EditorDesign = {
  id: number;
  name: string;
  kind: DesignKind;
  size: DesignSize;
  orientation: Orientation;
  image_url: string | null;
};

/** The other designs of the department. */
export type DesignsPort = {
  list: (kind: DesignKind, search: string) => Promise<readonly EditorDesign[]>;
  read: (id: number) => Promise<StoredDesign>;
  /** Opens another design. Asks first if there are unsaved changes. */
  open: (id: number) => void;
};

/** Sample data to preview the design with. */
export type EditorSample = { key: string; label: string; values: Values };

/** A design as stored on the server. */
export type StoredDesign = { name: string; document: DesignDocument; version: number };

export type SaveOutcome =
  | { state: 'saved'; version: number }
  | { state: 'cancelled' }
  | { state: 'conflict' }
  | { state: 'refused'; lines: readonly string[] };

/** The API of the editor for the application around it. */
export type EditorHandle = {
  dirty: () => boolean;
  saving: () => boolean;
  /** Saves like the button does, and returns the outcome. */
  save: () => Promise<SaveOutcome>;
  /** Shows the sample with this key, or the tags for null. */
  showSample: (key: string | null) => void;
  /** Returns the present design as SVG, saved or not. */
  picture: () => Promise<SVGSVGElement>;
  /** Returns the present design as a PNG in a `data:` URL, with the given width in px or the page's own size. */
  png: (width?: number) => Promise<string>;
};

/** What the editor requires from the application around it. The implementations do not depend on the editor's state. */
export type EditorPorts = {
  attributes: readonly EditorAttribute[];
  samples: readonly EditorSample[];
  /** Opens the dialog to create, edit and delete attributes. Not set if that is not permitted. */
  manageAttributes?: (() => void) | undefined;
  /** The department's own fonts. Not set if the user may not manage them. */
  fonts?: { manage: () => void } | undefined;
  /** Uploads an image and returns its URL. */
  upload: (file: File, onProgress: (part: number) => void) => Promise<string>;
  /** Loads the templates to start from. Not set if there are none. */
  templates?: (() => Promise<readonly EditorTemplate[]>) | undefined;
  /** Not set for users who are not signed in and have no designs. */
  designs?: DesignsPort | undefined;
  /** Saves a change that is based on `version`. With `over`, it overwrites newer versions. */
  save: (sheet: Sheet, version: number, over: boolean) => Promise<SaveOutcome>;
  /** Saves the design as a new one and continues there. Not set if no other design can be created. */
  saveCopy?: ((sheet: Sheet) => Promise<SaveOutcome>) | undefined;
  /** Loads the present design from the server. */
  reload: () => Promise<StoredDesign>;
  /** Previews with real recipients, and proofs from the server. */
  preview?: PreviewPort | undefined;
  /** The design's earlier versions. */
  versions?: VersionsPort | undefined;
  close: () => void;
  /** Called when the design becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
  /** The local storage key for unsaved changes. */
  draftKey: string;
  /** Called after unsaved changes based on that version were stored in the browser. */
  onKept?: ((version: number) => void) | undefined;
  /** The local storage key for user preferences, such as the unit of the rulers. */
  personKey?: string | undefined;
  /** Shows a translated message. */
  tell: (message: string, tone: 'success' | 'warning') => void;
  /** The languages that a design can have. */
  languages: readonly { value: string; name: string }[];
  /** Shows the design without editing. */
  readOnly?: boolean | undefined;
  /** Tabs of the left panel that are hidden, by name. */
  hiddenTabs?: readonly string[] | undefined;
  /** Called on Escape if nothing is selected or open. */
  onEscape?: (() => void) | undefined;
  /** Receives the editor's handle while it is mounted, and null afterwards. */
  onHandle?: ((handle: EditorHandle | null) => void) | undefined;
  /** The product's brand, at the start of the toolbar. */
  brand?: ReactNode;
  /** Rendered next to the editor, such as dialogs. */
  children?: ReactNode;
};
