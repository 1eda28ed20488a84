import { IconPhotoPlus, IconWallpaper } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Point, toPage } from '../../core/geometry/camera';
import { pageBox } from '../../core/primitives/sizes';
import { useEditorContext } from '../../state/context/context';
import type { Commands } from '../commands/useCommands';
import styles from './upload.module.css';

type Zone = 'page' | 'background';

/** Covers the whole window while files are dragged over it, and accepts the dropped files. */
export function DropArea({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { store, view } = useEditorContext();
  const [over, setOver] = useState<Zone>();

  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(zoneOf(event));
    };
    const leave = (event: DragEvent) => {
      // relatedTarget is null only when the drag leaves the window.
      if (event.relatedTarget === null) setOver(undefined);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(undefined);
      const files = [...(event.dataTransfer?.files ?? [])];
      const [first] = files;
      if (!first) return;
      if (zoneOf(event) === 'background') void commands.addBackgroundFile(first);
      else void commands.addPictureFiles(files, pointOf(event));
    };
    /** Returns the position of a drop on the page, or undefined if it is off the page. */
    const pointOf = ({ clientX, clientY }: DragEvent): Point | undefined => {
      const canvas = document.querySelector('[data-canvas]')?.getBoundingClientRect();
      if (!canvas) return undefined;
      const page = pageBox(store.getState().sheet.design);
      const point = toPage(
        { x: clientX - canvas.left, y: clientY - canvas.top },
        view.getState().camera,
        page,
      );
      return [point.x, point.y].every((at) => at >= 0 && at <= 100) ? point : undefined;
    };
    window.addEventListener('dragenter', drag);
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', drag);
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [commands, store, view]);

  if (!over) return null;
  return (
    <div className={styles.area} data-drop-area>
      <p className={styles.zone} data-over={over === 'page' || undefined}>
        <span className={styles.label}>
          <IconPhotoPlus size={22} stroke={1.6} aria-hidden />
          {t('editor.upload.dropPage')}
        </span>
      </p>
      <p className={styles.zone} data-zone="background" data-over={over === 'background' || undefined}>
        <span className={styles.label}>
          <IconWallpaper size={22} stroke={1.6} aria-hidden />
          {t('editor.upload.dropBackground')}
        </span>
      </p>
    </div>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Returns the zone under the pointer, even if a message covers it. */
const zoneOf = ({ clientX, clientY }: DragEvent): Zone =>
  document.elementsFromPoint(clientX, clientY).some((element) => element.closest('[data-zone="background"]'))
    ? 'background'
    : 'page';
