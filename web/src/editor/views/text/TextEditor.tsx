import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TEXT_DEFAULTS, type TextBlock } from '../../core/blocks/text/block';
import { type BlockKey, findBlock } from '../../core/document/sheet';
import { familyList } from '../../core/fonts/face';
import { kerningOf } from '../../core/fonts/kerning';
import { useEditor, useEditorContext, useView } from '../../state/context/context';
import { useGoneTags } from '../../state/context/useGoneTags';
import type { Assets } from '../assets/assets';
import { replaced } from './edit';
import { type EditLines, editLines } from './lines';
import { TagMenu } from './TagMenu';
import styles from './TextEditor.module.css';
import { useTagMenu } from './useTagMenu';
import { useTextInput } from './useTextInput';
import { useTextKeys } from './useTextKeys';
import { useWords } from './useWords';

/**
 * Edits the text of a block in place. The canvas goes on painting the text, so that nothing shifts. The element above it has
 * the same lines for caret, selection and screen readers, and is visible only during IME composition. All changes until the
 * field loses focus are one undo step.
 */
export function TextEditor({ blockKey, assets }: { blockKey: BlockKey; assets: Assets }) {
  const { t } = useTranslation();
  const { store, view } = useEditorContext();
  const block = useEditor((state) => findBlock(state.sheet, blockKey));
  const camera = useView((state) => state.camera);
  const composing = useView((state) => state.composing);
  const host = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const goneOf = useGoneTags();

  const laid = useMemo(
    () => (block?.kind === 'text' ? { ...editLines(block, assets), gone: goneOf(block) } : undefined),
    [block, assets, goneOf],
  );
  const words = useWords(host, blockKey, laid);
  const menu = useTagMenu((tag, instead) => {
    const { text, focus } = words.now();
    words.apply(replaced(text, { from: focus - instead, to: focus }, tag), '');
  });
  useTextInput(host, words, menu);

  const leave = () => store.getState().stopEditing();
  const close = () => {
    leave();
    const from = opener.current?.isConnected ? opener.current.closest<HTMLElement>('[data-layer]') : null;
    (from ?? document.querySelector<HTMLElement>('[data-canvas]'))?.focus();
  };
  const keys = useTextKeys({ words, menu, close, leave });

  const selectAll = useRef(() => {
    words.select({ anchor: 0, focus: words.now().text.length });
  });
  useEffect(() => {
    opener.current = document.activeElement;
    store.getState().begin('type');
    host.current?.focus();
    selectAll.current();
    return () => {
      view.getState().show({ composing: false });
      store.getState().commit();
    };
  }, [store, view]);

  if (!laid || block?.kind !== 'text') return null;
  const { x, y, zoom } = camera;
  const { frame } = laid;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea cannot hold lines of another layout */}
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
        data-composing={composing || undefined}
        data-uppercase={block.uppercase || undefined}
        dir={laid.dir}
        lang={assets.lang}
        style={{
          ...looksOf(block, laid),
          transform: `translate(${x}px, ${y}px) scale(${zoom}) translate(${frame.x}px, ${frame.y}px)`,
        }}
        {...keys}
      />
      {menu.open && <TagMenu menu={menu} />}
    </>
  );
}

function looksOf(block: TextBlock, { text, frame, face, size, lineHeight }: EditLines): CSSProperties {
  return {
    width: frame.width,
    minHeight: frame.height,
    fontFamily: familyList(face),
    fontSize: size,
    fontWeight: face.weight,
    fontStyle: face.italic ? 'italic' : 'normal',
    fontKerning: kerningOf(text),
    lineHeight: `${lineHeight}px`,
    color: block.color ?? TEXT_DEFAULTS.color,
  };
}
