import type { TFunction } from 'i18next';
import { newImageBlock } from '../../core/blocks/image/block';
import type { Sheet } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import type { Point } from '../../core/geometry/camera';
import { frameOf, withFrame } from '../../core/geometry/frames';
import type { Picture } from '../../core/layout/image';
import { loadPicture } from '../../core/paint/pictures';
import { pageBox } from '../../core/primitives/sizes';
import type { EditorContextValue } from '../../state/context/context';
import type { StepName } from '../../state/editing/history';
import { bleedProblem, changePage, setBackground } from '../../state/editing/page';
import { UploadRefusal } from '../../state/uploads/UploadRefusal';

/** The accepted MIME types. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif';
const MAX_BYTES = 5 * 1024 * 1024;
/** The maximum width and height of an added picture, in percent of the page. */
const MOST_WIDTH = 20;
const MOST_HEIGHT = 80;
/** The offset between pictures that are added together, in percent of the page. */
const APART = 4;

type Given = EditorContextValue & { t: TFunction; add: (block: Block) => void; say: (text: string) => void };

/** The commands for picture files: they are validated, uploaded, and added to the page or set as its background. */
export function pictureCommands({ store, ports, uploads, t, add, say }: Given) {
  const refusal = (file: File): string | undefined => {
    if (!PICTURE_TYPES.split(',').includes(file.type)) return t('editor.upload.type');
    return file.size < MAX_BYTES ? undefined : t('editor.upload.size');
  };

  const send = async (file: File): Promise<string | undefined> => {
    const { start, progress, done, fail } = uploads.getState();
    const id = start(file.name);
    const refused = refusal(file);
    if (refused) {
      fail(id, refused);
      return undefined;
    }
    try {
      const url = await ports.upload(file, (part) => progress(id, part));
      done(id);
      return url;
    } catch (error) {
      fail(id, error instanceof UploadRefusal ? error.message : t('editor.upload.failed'));
      return undefined;
    }
  };

  const addPicture = async (url: string, at?: Point) => {
    const picture = await loadPicture(url).catch(() => undefined);
    const { design } = store.getState().sheet;
    const page = pageBox(design);
    const block = newImageBlock(url);
    const shape = picture ? picture.height / picture.width : 1;
    const heightOf = (width: number) => (width * page.width * shape) / page.height;
    const width = MOST_WIDTH * Math.min(1, MOST_HEIGHT / heightOf(MOST_WIDTH));
    const size = { width, height: heightOf(width) };
    const place = at
      ? { left: at.x - size.width / 2, top: at.y - size.height / 2 }
      : { left: frameOf(block).left, top: frameOf(block).top };
    add(withFrame(block, { ...place, ...size }, design));
  };

  /** Makes a change that affects the background. A picture that would print blurred or cropped no longer bleeds. */
  const fitBackground = async (
    step: StepName,
    url: string,
    change: (sheet: Sheet, picture: Picture | undefined) => Sheet,
  ) => {
    const before = store.getState().sheet.design.background_bleeds ?? false;
    const picture = url === '' ? undefined : await loadPicture(url).catch(() => undefined);
    store.getState().change(step, (sheet) => change(sheet, picture));
    const { design } = store.getState().sheet;
    const problem = picture && before && !design.background_bleeds && bleedProblem(url, picture, design);
    if (problem) ports.tell(t('editor.page.bleedsOff'), 'warning');
    return Boolean(problem);
  };

  const giveBackground = async (url: string) => {
    const warned = await fitBackground('background', url, (sheet, picture) =>
      setBackground(sheet, url, picture),
    );
    if (!warned) say(t(url === '' ? 'editor.page.backgroundGone' : 'editor.page.backgroundSet'));
  };

  return {
    addPicture,
    giveBackground,
    /** Changes the orientation or size of the page. */
    changePaper: async (change: Parameters<typeof changePage>[1]) => {
      const url = store.getState().sheet.design.background ?? '';
      await fitBackground('page', url, (sheet, picture) => {
        const changed = changePage(sheet, change);
        return picture ? setBackground(changed, url, picture) : changed;
      });
    },
    /** Uploads pictures and adds them to the page, around a point if one is given. */
    addPictureFiles: async (files: readonly File[], at?: Point) => {
      const urls = await Promise.all(files.map(send));
      const stored = urls.filter((url) => url !== undefined);
      for (const [index, url] of stored.entries()) {
        await addPicture(url, at && { x: at.x + index * APART, y: at.y + index * APART });
      }
    },
    /** Uploads a picture and sets it as the background. */
    addBackgroundFile: async (file: File) => {
      const url = await send(file);
      if (url) await giveBackground(url);
    },
  };
}
