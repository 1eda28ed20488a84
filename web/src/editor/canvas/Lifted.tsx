import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Group, Layer, Stage } from 'react-konva/lib/ReactKonvaCore';
import { useEditor, useView } from '../context';
import type { Rect } from '../layout/display';
import { blockFrame } from '../layout/frame';
import { type Box, pageBox } from '../model/sizes';
import { type Lift, wayOf } from '../state/lift';
import { type Assets, itemsOf } from './assets';
import { boundsAround } from './bounds';
import styles from './CanvasView.module.css';
import type { Camera } from './camera';
import { GoneTags } from './GoneTags';
import { OnPage } from './OnPage';
import { Chosen, PrintArea } from './Overlay';
import { Painted } from './Painted';
import { Placeholders } from './Placeholders';

/** Room for the lines and handles around a frame, in px of the screen. */
const AROUND_PX = 12;

type Props = { lift: Lift; assets: Assets };

/**
 * What is moved, on canvases of its own size that are put elsewhere from frame to frame, so that none is painted; and
 * over it all that stands still there.
 */
export function Lifted({ lift, assets }: Props) {
  const camera = useView((state) => state.camera);
  const window = useView((state) => state.window);
  const { carried, over, under } = lift;
  const page = useMemo(() => pageBox(assets), [assets]);
  const items = useMemo(() => carried.flatMap((block) => itemsOf(block, assets)), [carried, assets]);
  const above = useMemo(() => over.flatMap((block) => itemsOf(block, assets)), [over, assets]);
  const still = useMemo(() => [...under, ...over], [under, over]);
  const frames = useMemo(() => carried.map((block) => blockFrame(block, page)), [carried, page]);
  const inked = useMemo(() => inWindow(boundsAround(items, frames), camera), [items, frames, camera]);
  const framed = useMemo(() => inWindow(boundsAround([], frames), camera), [frames, camera]);
  const { zoom, x, y } = camera;
  return (
    <>
      <div
        className={styles.clip}
        style={{ left: x, top: y, width: page.width * zoom, height: page.height * zoom }}
      >
        <Carried lift={lift} page={page} box={{ ...inked, x: inked.x - x, y: inked.y - y }}>
          <Canvas box={inked}>
            <OnPage camera={camera} page={page}>
              <Painted items={items} assets={assets} />
              <Placeholders blocks={carried} assets={assets} />
              <GoneTags blocks={carried} assets={assets} />
            </OnPage>
          </Canvas>
        </Carried>
      </div>
      <div className={styles.over}>
        <Canvas box={{ x: 0, y: 0, ...window }}>
          <OnPage camera={camera} page={page}>
            <Painted items={above} assets={assets} />
            <Placeholders blocks={still} assets={assets} />
            <GoneTags blocks={still} assets={assets} />
          </OnPage>
          <PrintArea />
        </Canvas>
      </div>
      <Carried lift={lift} page={page} box={framed}>
        <Canvas box={framed}>
          <Chosen blocks={carried} page={page} camera={camera} />
        </Canvas>
      </Carried>
    </>
  );
}

/** Whole px of the window around a part of the page. */
function inWindow({ x, y, width, height }: Rect, camera: Camera): Rect {
  const left = Math.floor(camera.x + x * camera.zoom) - AROUND_PX;
  const top = Math.floor(camera.y + y * camera.zoom) - AROUND_PX;
  return {
    x: left,
    y: top,
    width: Math.ceil(camera.x + (x + width) * camera.zoom) + AROUND_PX - left,
    height: Math.ceil(camera.y + (y + height) * camera.zoom) + AROUND_PX - top,
  };
}

/** A canvas that shows one part of the window. */
function Canvas({ box, children }: { box: Rect; children: ReactNode }) {
  return (
    <Stage width={box.width} height={box.height} listening={false}>
      <Layer listening={false}>
        <Group listening={false} x={-box.x} y={-box.y}>
          {children}
        </Group>
      </Layer>
    </Stage>
  );
}

type CarriedProps = { lift: Lift; page: Box; box: Rect; children: ReactNode };

/** Puts what it holds where the blocks have been carried to, on whole px of the screen. */
function Carried({ lift, page, box, children }: CarriedProps) {
  const zoom = useView((state) => state.camera.zoom);
  const place = useEditor(({ sheet }) => {
    const way = wayOf(lift, sheet);
    const px = (percent: number, size: number) => onScreen((percent / 100) * size * zoom);
    return `translate(${px(way.x, page.width)}px, ${px(way.y, page.height)}px)`;
  });
  const style: CSSProperties = { left: box.x, top: box.y, transform: place };
  return (
    <div className={styles.carried} style={style}>
      {children}
    </div>
  );
}

const onScreen = (px: number) => Math.round(px * devicePixelRatio) / devicePixelRatio;
