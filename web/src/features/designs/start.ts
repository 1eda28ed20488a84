import { type BlankPage, ORIENTATIONS, PAPERS } from '../../editor';

/** How a new design begins, as its address says it: `/designs/new?kind=certificate&size=a4&orientation=portrait`. */
export interface DesignStart extends Pick<BlankPage, 'kind' | 'size' | 'orientation'> {
  /** The shape of a badge; empty for an empty page. */
  shape: string;
}

const DEFAULTS: DesignStart = { kind: 'certificate', size: 'us-letter', orientation: 'landscape', shape: '' };

/** Reads a start from an address; what it does not say is as in `otherwise`. */
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

/** Writes a start into the query of an address. */
export function startQuery({ kind, size, orientation, shape }: DesignStart): string {
  const query = new URLSearchParams({ kind });
  if (kind === 'certificate') {
    query.set('size', size);
    query.set('orientation', orientation);
  } else if (shape !== '') query.set('shape', shape);
  return query.toString();
}
