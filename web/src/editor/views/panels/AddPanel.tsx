import { FileButton } from '@mantine/core';
import { IconLetterT, IconPhoto, type IconTag, IconUserSquare } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_NAMES, kindOf } from '../../core/blocks';
import type { ImageAttributeBlock } from '../../core/blocks/image-attribute/block';
import { newSymbolBlock } from '../../core/blocks/symbol/block';
import { useEditor, useEditorContext } from '../../state/context/context';
import { iconOf } from '../blocks/icons';
import { PICTURE_TYPES } from '../commands/pictureCommands';
import type { Commands } from '../commands/useCommands';
import styles from '../styles/panels.module.css';
import { AttributeList } from './AttributeList';
import { ArtLibrary, BadgePanel, ImageAttributeDialog, SymbolPicker } from './lazy';

/** Blocks of every kind, the department's attributes, and the built-in pictures. */
export function AddPanel({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const full = useEditor((state) => state.sheet.design.blocks.length >= 100);
  const [asking, setAsking] = useState(false);
  const isBadge = useEditor((state) => state.sheet.design.kind === 'badge');
  const hasImages = ports.attributes.some(({ kind }) => kind === 'image');

  const simple = KIND_NAMES.flatMap((kind) => {
    const { create } = kindOf({ kind });
    return create ? [{ kind, create }] : [];
  });

  return (
    <>
      {isBadge && (
        <Suspense>
          <BadgePanel />
        </Suspense>
      )}
      {full && <p className={styles.help}>{t('editor.add.full')}</p>}
      <div className={styles.tiles}>
        <Tile
          icon={IconLetterT}
          label={t('editor.kind.text')}
          onPress={() => commands.addWords(t('editor.add.words'))}
        />
        <FileButton
          multiple
          accept={PICTURE_TYPES}
          onChange={(files) => void commands.addPictureFiles(files)}
        >
          {({ onClick }) => <Tile icon={IconPhoto} label={t('editor.add.picture')} onPress={onClick} />}
        </FileButton>
        {hasImages && (
          <Tile
            icon={IconUserSquare}
            label={t('editor.kind.image_attribute')}
            onPress={() => setAsking(true)}
          />
        )}
        {simple.map(({ kind, create }) => (
          <Tile
            key={kind}
            icon={iconOf({ kind })}
            label={t(`editor.kind.${kind}`)}
            onPress={() => commands.add(create(store.getState().sheet.design))}
          />
        ))}
      </div>
      <h3 className={styles.heading}>{t('editor.add.attributes')}</h3>
      <AttributeList onChoose={(tagName) => commands.addWords(`[${tagName}]`)} />
      <h3 className={styles.heading}>{t('editor.symbol.title')}</h3>
      <Suspense>
        <SymbolPicker
          label={t('editor.symbol.search')}
          onChoose={(symbol) =>
            commands.add({
              ...newSymbolBlock(symbol, store.getState().sheet.design),
              name: t(`editor.symbol.name.${symbol}`),
            })
          }
        />
        <ArtLibrary onChoose={(url) => void commands.addPicture(url)} />
      </Suspense>
      {asking && (
        <ImageAttributeDialog
          onClose={() => setAsking(false)}
          onChoose={(block: ImageAttributeBlock) => {
            setAsking(false);
            commands.add(block);
          }}
        />
      )}
    </>
  );
}

function Tile({ icon: Icon, label, onPress }: { icon: typeof IconTag; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.tile} onClick={onPress}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </button>
  );
}
