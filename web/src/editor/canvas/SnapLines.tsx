import { useView } from '../context';
import { useLengths } from '../rulers/useLengths';
import { OVERLAY } from './colors';
import type { Gap } from './gaps';
import styles from './SnapLines.module.css';
import type { Guide } from './snap';

/** So far a guide goes beyond the page, in px of the screen. */
const BEYOND_PX = 16;
const CAP_PX = 4;

type Box = { x: number; y: number; width: number; height: number };

/** The lines that what is dragged has caught on, and the gaps around it with their lengths. */
export function SnapLines() {
  const guides = useView((state) => state.guides);
  const gaps = useView((state) => state.gaps);
  const camera = useView((state) => state.camera);
  const page = useView((state) => state.page);
  const { words } = useLengths();
  const { zoom, x, y } = camera;
  const box = { x, y, width: page.width * zoom, height: page.height * zoom };
  const lines = [...guides.map((guide) => guideLine(guide, box)), ...gaps.map((gap) => gapLine(gap, box))];
  return (
    <svg className={styles.lines} aria-hidden="true">
      <path d={lines.join('')} stroke={OVERLAY.guide} />
      {gaps.map((gap) => (
        <text key={`${gap.axis} ${gap.from} ${gap.across}`} {...middleOf(gap, box)} stroke={OVERLAY.guide}>
          {words(gap.to - gap.from, gap.axis)}
        </text>
      ))}
    </svg>
  );
}

/** Lines of one px lie on half px, so that they are not blurred. */
const crisp = (value: number) => Math.round(value) + 0.5;
const across = (percent: number, { x, width }: Box) => x + (percent / 100) * width;
const down = (percent: number, { y, height }: Box) => y + (percent / 100) * height;

function guideLine({ axis, at }: Guide, box: Box): string {
  return axis === 'x'
    ? `M${crisp(across(at, box))} ${box.y - BEYOND_PX}v${box.height + 2 * BEYOND_PX}`
    : `M${box.x - BEYOND_PX} ${crisp(down(at, box))}h${box.width + 2 * BEYOND_PX}`;
}

/** From edge to edge, capped at both ends. */
function gapLine({ axis, from, to, across: at }: Gap, box: Box): string {
  if (axis === 'x') {
    const [start, end, y] = [crisp(across(from, box)), crisp(across(to, box)), crisp(down(at, box))];
    const cap = (x: number) => `M${x} ${y - CAP_PX}v${2 * CAP_PX}`;
    return `M${start} ${y}H${end}${cap(start)}${cap(end)}`;
  }
  const [start, end, x] = [crisp(down(from, box)), crisp(down(to, box)), crisp(across(at, box))];
  const cap = (y: number) => `M${x - CAP_PX} ${y}h${2 * CAP_PX}`;
  return `M${x} ${start}V${end}${cap(start)}${cap(end)}`;
}

function middleOf({ axis, from, to, across: at }: Gap, box: Box): { x: number; y: number } {
  const middle = (from + to) / 2;
  return axis === 'x'
    ? { x: across(middle, box), y: down(at, box) }
    : { x: across(at, box), y: down(middle, box) };
}
