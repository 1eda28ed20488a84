import { type BlankPage, ORIENTATIONS, PAPERS } from '../../editor';

/** Start of a new design, from the URL: `/designs/new?kind=certificate&size=a4&orientation=portrait`. */
export interface DesignStart extends Pick<BlankPage, 'kind' | 'size' | 'orientation'> {
  /** Shape of a badge, or '' for a blank page. */
  shape: string;
}

const DEFAULTS: DesignStart = { kind: 'certificate', size: 'us-letter', orientation: 'landscape', shape: '' };

/** Reads a start from URL parameters. Missing ones default to `otherwise`. */
export function readStart(params: URLSearchParams, otherwise: DesignStart = DEFAULTS): DesignStart {
  const kind = params.get('kind') ?? otherwise.kind;
  const size = params.get('size') ?? otherwise.size;
  const orientation = params.get('orientation') ?? otherwise.orientation;
  const shape = params.get('shape') ?? otherwise.shape;
  return {
    kind: kind === 'badge' ? 'badge' : 'certificate',
    size: PAPERS.find((paper) => paper === size) ?? DEFAULTS.size,
    orientation: ORIENTATIONS.find((way) => way === orientation) ?? DEFAULTS.orientation,
    shape: /^[a-z]*$/.test(shape) ? shape : '',
  };
}

/** Encodes a start as a URL query. */
export function startQuery({ kind, size, orientation, shape }: DesignStart): string {
  const query = new URLSearchParams({ kind });
  if (kind === 'certificate') {
    query.set('size', size);
    query.set('orientation', orientation);
  } else if (shape !== '') query.set('shape', shape);
  return query.toString();
}
