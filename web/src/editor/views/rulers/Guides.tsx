import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Guide } from '../../core/geometry/snap';
import { GUIDE_STEP } from '../../core/geometry/units';
import { useEditorContext, useView } from '../../state/context/context';
import { OVERLAY } from '../assets/colors';
import { isOnPage, withGuide, withoutGuide } from './guides';
import styles from './Rulers.module.css';
import { useLengths } from './useLengths';

const MORE = 10;

/** The user's own guides. The mouse drags them on the canvas; a focused guide moves with the arrow keys. */
export function Guides({ dragged }: { dragged: number | null }) {
  const guides = useView((state) => state.ownGuides);
  const focus = useView((state) => state.focusGuide);
  const { view } = useEditorContext();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (focus === null) return;
    list.current?.querySelector<HTMLElement>(`[data-guide="${focus}"]`)?.focus();
    view.getState().show({ focusGuide: null });
  }, [focus, view]);

  return (
    <div ref={list} style={{ '--guide': OVERLAY.ownGuide } as CSSProperties}>
      {guides.map((guide, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a guide is known by its place in the list
        <GuideLine key={index} guide={guide} index={index} dragged={dragged === index} />
      ))}
    </div>
  );
}

type LineProps = { guide: Guide; index: number; dragged: boolean };

function GuideLine({ guide: { axis, at }, index, dragged }: LineProps) {
  const { t } = useTranslation();
  const { view } = useEditorContext();
  const lengths = useLengths();
  const unit = useView((state) => state.rulers.unit);
  const place = useView(({ camera, page }) =>
    axis === 'x'
      ? camera.x + (at / 100) * page.width * camera.zoom
      : camera.y + (at / 100) * page.height * camera.zoom,
  );
  const whole = lengths.inUnit(100, axis);
  const words = lengths.words(at, axis);

  const remove = () => {
    const { show, announce, ownGuides } = view.getState();
    show({ ownGuides: withoutGuide(ownGuides, index) });
    announce(t('editor.rulers.removed'));
    document.querySelector<HTMLElement>('[data-canvas]')?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else {
      const step = ((GUIDE_STEP[unit] * (event.shiftKey ? MORE : 1)) / whole) * 100;
      const next = moved(event.key, at, step);
      if (next === undefined) return;
      view.getState().show({ ownGuides: withGuide(view.getState().ownGuides, index, next) });
    }
    event.preventDefault();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.guide}
      data-guide={index}
      data-axis={axis}
      data-off={isOnPage(at) ? undefined : true}
      aria-label={t(`editor.rulers.guide.${axis}`)}
      aria-orientation={axis === 'x' ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={lengths.inUnit(at, axis)}
      aria-valuetext={words}
      style={axis === 'x' ? { left: Math.round(place) } : { top: Math.round(place) }}
      onKeyDown={press}
    >
      {dragged && <span className={styles.place}>{words}</span>}
    </div>
  );
}

/** Returns the new position of a guide after a key, or undefined if the key does not move it. */
function moved(key: string, at: number, step: number): number | undefined {
  const ways: Readonly<Record<string, number>> = {
    ArrowLeft: at - step,
    ArrowUp: at - step,
    ArrowRight: at + step,
    ArrowDown: at + step,
    Home: 0,
    End: 100,
  };
  const next = ways[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), 100);
}
