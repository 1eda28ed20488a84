import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, Layer, Stage } from 'react-konva/lib/ReactKonvaCore';
import type { DesignDocument, Values } from '../../core/document/types';
import { imageUrls } from '../../core/page/layout';
import { pageBox } from '../../core/primitives/sizes';
import { useEditor, useEditorContext, useView } from '../../state/context/context';
import { useShown } from '../../state/context/useShown';
import { tellCanvasShown } from '../../state/view/shown';
import { type Assets, layBackground } from '../assets/assets';
import { usePictures } from '../assets/pictures';
import { useFonts } from '../assets/useFonts';
import { Guides } from '../rulers/Guides';
import { Ruler } from '../rulers/Ruler';
import { RulersMenu } from '../rulers/RulersMenu';
import { useGuideDrag } from '../rulers/useGuideDrag';
import { useRulerStorage } from '../rulers/useRulerStorage';
import { TextEditor } from '../text/TextEditor';
import styles from './CanvasView.module.css';
import { GoneTags } from './GoneTags';
import { Overlay } from './Overlay';
import { onlyMoved } from './onlyMoved';
import { PageBlocks } from './PageBlocks';
import { Painted } from './Painted';
import { Placeholders } from './Placeholders';
import { usePointer } from './usePointer';
import { useSpace } from './useSpace';
import { useWheel } from './useWheel';

/** The page on the canvas. The layer list is its equivalent for keyboard and screen readers. */
export function CanvasView() {
  const { t } = useTranslation();
  const { view } = useEditorContext();
  const holder = useRef<HTMLDivElement>(null);
  const editing = useEditor((state) => state.editing);
  const camera = useView((state) => state.camera);
  const size = useView((state) => state.window);
  const { values } = useShown();
  const contents = useContents();
  const { assets, failed, ready } = useAssets(contents, values);
  const { background: picture, background_color: color, size: paper, orientation } = contents;
  const page = useMemo(() => pageBox({ size: paper, orientation }), [paper, orientation]);
  const space = useSpace();
  const ruled = useView((state) => state.rulers.shown);
  const guideDrag = useGuideDrag(holder);
  const { open, ...pointer } = usePointer(space, guideDrag);
  useRulerStorage();
  useWheel(holder);

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const measure = () =>
      view
        .getState()
        .resize({ width: Math.floor(element.clientWidth), height: Math.floor(element.clientHeight) }, page);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [view, page]);

  useEffect(() => {
    if (ready || failed) requestAnimationFrame(tellCanvasShown);
  }, [ready, failed]);

  const background = useMemo(
    () => layBackground({ background: picture, background_color: color }, assets),
    [picture, color, assets],
  );
  const { zoom, x, y } = camera;
  return (
    <div className={styles.canvas} lang={assets.lang} dir="ltr">
      {ruled && (
        <>
          <RulersMenu />
          <Ruler axis="x" onPointerDown={(event) => guideDrag.pull(event, 'y')} />
          <Ruler axis="y" onPointerDown={(event) => guideDrag.pull(event, 'x')} />
        </>
      )}
      <div ref={holder} className={styles.space} data-ruled={ruled || undefined}>
        <div
          className={styles.sheet}
          data-sheet
          style={{ left: x, top: y, width: page.width * zoom, height: page.height * zoom }}
        />
        <div
          className={styles.stage}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move blocks here
          tabIndex={0}
          aria-label={t('editor.canvas.label')}
          data-canvas
          {...pointer}
          onDoubleClick={open}
        >
          {size.width > 0 && (
            <Stage width={size.width} height={size.height} listening={false}>
              {/* One canvas for all: each more of the window's size is put together with the others in every frame. */}
              <Layer listening={false}>
                <Group listening={false} x={x} y={y} scaleX={zoom} scaleY={zoom}>
                  <Group
                    listening={false}
                    clipX={0}
                    clipY={0}
                    clipWidth={page.width}
                    clipHeight={page.height}
                  >
                    <Painted items={background} assets={assets} kept />
                    {ready && <PageBlocks assets={assets} editing={editing} />}
                    <Placeholders assets={assets} />
                    <GoneTags assets={assets} />
                  </Group>
                </Group>
                <Overlay />
              </Layer>
            </Stage>
          )}
        </div>
        <Guides dragged={guideDrag.dragged} />
        {editing !== null && <TextEditor key={editing} blockKey={editing} assets={assets} />}
        {failed && (
          <p className={styles.notice} role="alert">
            {t('editor.canvas.fontFailed')}
          </p>
        )}
      </div>
    </div>
  );
}

/** Returns what painting needs, in one object that changes only when something has loaded or the page has changed. */
function useAssets(
  contents: DesignDocument,
  values: Values | undefined,
): { assets: Assets; failed: boolean; ready: boolean } {
  const { size, orientation } = contents;
  const lang = contents.language ?? 'en';
  const { measure, ready, failed } = useFonts(contents, values, lang);
  const pictures = usePictures(imageUrls(contents, values));
  const assets = useMemo(
    () => ({ size, orientation, lang, values, measure, pictures }),
    [size, orientation, lang, values, measure, pictures],
  );
  return { assets, failed, ready };
}

/** Returns the design as it was before blocks were only moved: their texts and fonts are unchanged. */
function useContents(): DesignDocument {
  const last = useRef<DesignDocument>(undefined);
  return useEditor(({ sheet: { design } }) => {
    if (!last.current || !onlyMoved(last.current, design)) last.current = design;
    return last.current;
  });
}
