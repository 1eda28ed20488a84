import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TEXT_DEFAULTS } from '../blocks/text/block';
import { textRun } from '../blocks/text/run';
import { type Assets, layOneBlock } from '../canvas/assets';
import { useEditor, useEditorContext, useView } from '../context';
import { familyList } from '../fonts/face';
import { bundledFonts } from '../fonts/registry';
import { blockFrame } from '../layout/frame';
import { textDirection } from '../layout/locale';
import { pageBox } from '../model/sizes';
import type { TextBlock } from '../model/types';
import { patchBlocks } from '../state/blocks';
import { type BlockKey, findBlock } from '../state/sheet';
import { readText, selectAllIn, writeText } from './dom';
import { TagMenu } from './TagMenu';
import styles from './TextEditor.module.css';
import { useTagMenu } from './useTagMenu';
import { useTextKeys } from './useTextKeys';

/** Line height in em, the least that the layout gives a line. */
const LINE_HEIGHT = 1.25;

/** The words of a block, edited where they stand. All of it until the field is left is one undo step. */
export function TextEditor({ blockKey, assets }: { blockKey: BlockKey; assets: Assets }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const block = useEditor((state) => findBlock(state.sheet, blockKey));
  const camera = useView((state) => state.camera);
  const host = useRef<HTMLDivElement>(null);
  const first = useRef(block);

  const changed = () => {
    const model = host.current ? readText(host.current) : '';
    store.getState().update((sheet) => patchBlocks(sheet, [blockKey], { model }));
  };
  const menu = useTagMenu(host, changed);
  const keys = useTextKeys(host, menu, changed);

  useEffect(() => {
    const element = host.current;
    const opened = first.current;
    if (!element || opened?.kind !== 'text') return;
    store.getState().begin('type');
    writeText(element, opened.model);
    element.focus();
    selectAllIn(element);
    return () => store.getState().commit();
  }, [store]);

  const place = useMemo(() => (block?.kind === 'text' ? placeOf(block, assets) : undefined), [block, assets]);
  if (!place) return null;
  const { x, y, zoom } = camera;
  return (
    <>
      <div
        className={styles.place}
        style={{
          ...place.frame,
          transform: `translate(${x}px, ${y}px) scale(${zoom}) translate(${place.x}px, ${place.y}px)`,
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a textarea cannot hold tags as whole things */}
        <div
          ref={host}
          className={styles.text}
          role="textbox"
          tabIndex={0}
          aria-multiline="true"
          aria-label={t('editor.text.label')}
          aria-autocomplete="list"
          aria-controls={menu.open ? menu.id : undefined}
          aria-activedescendant={menu.open ? menu.activeId : undefined}
          contentEditable="plaintext-only"
          suppressContentEditableWarning
          spellCheck
          dir={place.dir}
          style={place.text}
          {...keys}
        />
      </div>
      {menu.open && <TagMenu menu={menu} />}
    </>
  );
}

type Place = { x: number; y: number; dir: 'ltr' | 'rtl'; frame: CSSProperties; text: CSSProperties };

/** The field where the canvas has the block, with the size that fitting gives its words. */
function placeOf(block: TextBlock, assets: Assets): Place {
  const frame = blockFrame(block, pageBox(assets));
  const { face, text } = textRun({ ...block, uppercase: false }, undefined, assets.lang, bundledFonts);
  const line = layOneBlock({ ...block, hidden: false }, { ...assets, values: undefined }).find(
    (item) => item.kind === 'line',
  );
  const box = assets.measure.box(face);
  const alignment = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
  return {
    x: frame.x,
    y: frame.y,
    dir: textDirection(text, assets.lang),
    frame: {
      width: frame.width,
      height: frame.height,
      justifyContent: alignment[block.vertical_align ?? TEXT_DEFAULTS.vertical_align],
    },
    text: {
      fontFamily: familyList(face),
      fontSize: line?.kind === 'line' ? line.size : (block.font_size ?? TEXT_DEFAULTS.font_size),
      fontWeight: face.weight,
      fontStyle: face.italic ? 'italic' : 'normal',
      lineHeight: Math.max(LINE_HEIGHT, box.ascent + box.descent),
      color: block.color ?? TEXT_DEFAULTS.color,
      textAlign: block.align ?? 'start',
      textDecoration: block.underline ? 'underline' : 'none',
      textTransform: block.uppercase ? 'uppercase' : 'none',
    },
  };
}
