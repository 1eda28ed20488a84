import { FileButton, Progress } from '@mantine/core';
import {
  IconCircle,
  IconLetterT,
  IconMinus,
  IconPhoto,
  IconQrcode,
  IconSquare,
  type IconTag,
  IconUserSquare,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { artOf, PLACED } from '../art';
import { useEditor, useEditorContext } from '../context';
import { newLineBlock, newQrBlock, newShapeBlock } from '../model/defaults';
import type { Block, ImageAttributeBlock } from '../model/types';
import type { Commands } from '../useCommands';
import { AttributeList } from './AttributeList';
import { ImageAttributeDialog } from './ImageAttributeDialog';
import styles from './panels.module.css';

const TYPES = 'image/png,image/jpeg,image/gif';
const QR_CONTENT = '[credential.url]';

/** Blocks of every kind, the department's attributes, and the pictures that come with the program. */
export function AddPanel({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const full = useEditor((state) => state.sheet.design.blocks.length >= 100);
  const [part, setPart] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);
  const hasImages = ports.attributes.some(({ kind }) => kind === 'image');

  const sendPicture = async (file: File | null) => {
    if (!file) return;
    setPart(0);
    const url = await commands.upload(file, setPart);
    setPart(null);
    if (url) await commands.addPicture(url);
  };
  const simple: { key: string; icon: typeof IconCircle; label: string; make: () => Block }[] = [
    {
      key: 'qr',
      icon: IconQrcode,
      label: t('editor.kind.qr'),
      make: () => newQrBlock(QR_CONTENT, store.getState().sheet.design),
    },
    { key: 'line', icon: IconMinus, label: t('editor.kind.line'), make: newLineBlock },
    {
      key: 'rectangle',
      icon: IconSquare,
      label: t('editor.kind.rectangle'),
      make: () => newShapeBlock('rectangle'),
    },
    {
      key: 'ellipse',
      icon: IconCircle,
      label: t('editor.kind.ellipse'),
      make: () => newShapeBlock('ellipse'),
    },
  ];

  return (
    <>
      {full && <p className={styles.help}>{t('editor.add.full')}</p>}
      <div className={styles.tiles}>
        <Tile
          icon={IconLetterT}
          label={t('editor.kind.text')}
          onPress={() => commands.addWords(t('editor.add.words'))}
        />
        <FileButton accept={TYPES} onChange={(file) => void sendPicture(file)}>
          {({ onClick }) => <Tile icon={IconPhoto} label={t('editor.add.picture')} onPress={onClick} />}
        </FileButton>
        {hasImages && (
          <Tile
            icon={IconUserSquare}
            label={t('editor.kind.image_attribute')}
            onPress={() => setAsking(true)}
          />
        )}
        {simple.map(({ key, icon, label, make }) => (
          <Tile key={key} icon={icon} label={label} onPress={() => commands.add(make())} />
        ))}
      </div>
      {part !== null && (
        <Progress
          mt="xs"
          value={part * 100}
          aria-label={t('editor.upload.progress')}
          transitionDuration={0}
        />
      )}
      <h3 className={styles.heading}>{t('editor.add.attributes')}</h3>
      <AttributeList onChoose={(tagName) => commands.addWords(`[${tagName}]`)} />
      {PLACED.map((group) => (
        <section key={group}>
          <h3 className={styles.heading}>{t(`editor.art.${group}`)}</h3>
          <div className={styles.tiles}>
            {artOf(group).map(({ url, number, pale }) => (
              <button
                key={url}
                type="button"
                className={`${styles.tile} ${pale ? styles.dark : ''}`}
                aria-label={t('editor.art.numbered', { group: t(`editor.art.${group}`), number })}
                onClick={() => void commands.addPicture(url)}
              >
                <img src={url} alt="" loading="lazy" draggable={false} />
              </button>
            ))}
          </div>
        </section>
      ))}
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
