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
  /** What people call it. */
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

/** One of the department's designs in a list. */
export type EditorDesign = {
  id: number;
  name: string;
  kind: DesignKind;
  size: DesignSize;
  orientation: Orientation;
  image_url: string | null;
};

/** The department's designs beside the one that is open. */
export type DesignsPort = {
  list: (kind: DesignKind, search: string) => Promise<readonly EditorDesign[]>;
  read: (id: number) => Promise<StoredDesign>;
  /** Leaves for another design; asks first when something is not saved. */
  open: (id: number) => void;
};

/** A person to preview the design with. */
export type EditorSample = { key: string; label: string; values: Values };

/** A design as the server has it. */
export type StoredDesign = { name: string; document: DesignDocument; version: number };

export type SaveOutcome =
  | { state: 'saved'; version: number }
  | { state: 'cancelled' }
  | { state: 'conflict' }
  | { state: 'refused'; lines: readonly string[] };

/** What the program around the editor may ask of it. */
export type EditorHandle = {
  dirty: () => boolean;
  saving: () => boolean;
  /** Saves as the button does, and answers what came of it. */
  save: () => Promise<SaveOutcome>;
  /** Shows the sample with this key in place of the tags, or the tags. */
  showSample: (key: string | null) => void;
  /** Paints the design as it is now, saved or not. */
  picture: () => Promise<SVGSVGElement>;
  /** The same as a PNG of that many px across, in a `data:` address; as large as the page without a width. */
  png: (width?: number) => Promise<string>;
};

/** What the editor needs from the program around it. Services know nothing of the editor's state. */
export type EditorPorts = {
  attributes: readonly EditorAttribute[];
  samples: readonly EditorSample[];
  /** Opens what creates, changes and deletes attributes; left out where that is not allowed. */
  manageAttributes?: (() => void) | undefined;
  /** The department's own fonts; left out where nobody may manage them. */
  fonts?: { manage: () => void } | undefined;
  /** Stores a picture and answers its address. */
  upload: (file: File, onProgress: (part: number) => void) => Promise<string>;
  /** Templates to start over from; left out where there are none to choose. */
  templates?: (() => Promise<readonly EditorTemplate[]>) | undefined;
  /** Left out for those who are not signed in and have no designs. */
  designs?: DesignsPort | undefined;
  /** Saves a change that began from `version`; `over` puts it over what others saved since. */
  save: (sheet: Sheet, version: number, over: boolean) => Promise<SaveOutcome>;
  /** Saves as a design of its own and goes on there; left out where no other design may be made. */
  saveCopy?: ((sheet: Sheet) => Promise<SaveOutcome>) | undefined;
  /** Reads the design as it is now. */
  reload: () => Promise<StoredDesign>;
  /** Shows the design with real people, and what the server makes of it. */
  preview?: PreviewPort | undefined;
  /** The saves of the design so far. */
  versions?: VersionsPort | undefined;
  close: () => void;
  /** Hears whether there is something to lose. */
  onDirty: (dirty: boolean) => void;
  /** The name under which this browser keeps unsaved work. */
  draftKey: string;
  /** Hears that unsaved work, begun from that version, was kept there. */
  onKept?: ((version: number) => void) | undefined;
  /** The name under which it keeps what a person likes, such as the unit of the rulers. */
  personKey?: string | undefined;
  /** Says something in the language of the person, or shows a problem. */
  tell: (message: string, tone: 'success' | 'warning') => void;
  /** Where the words about a design's language come from. */
  languages: readonly { value: string; name: string }[];
  /** Shows the design and changes nothing. */
  readOnly?: boolean | undefined;
  /** Tabs of the left side that are not offered, by their names. */
  hiddenTabs?: readonly string[] | undefined;
  /** Hears Escape when nothing is selected or open any more. */
  onEscape?: (() => void) | undefined;
  /** Takes over the editor's handle while it is there. */
  onHandle?: ((handle: EditorHandle | null) => void) | undefined;
  /** Whose editor this is, at the start of the bar. */
  brand?: ReactNode;
  /** What is shown beside the editor, such as dialogs. */
  children?: ReactNode;
};
