import {
  Button,
  FileButton,
  Group,
  Progress,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { artOf } from '../art';
import { useEditor, useEditorContext } from '../context';
import { type Box, printBox, SIZES } from '../model/sizes';
import type { DesignDocument, DesignSize, HexColor, Orientation } from '../model/types';
import { loadPicture } from '../paint/pictures';
import panels from '../panels/panels.module.css';
import { changePage, patchDesign, printsSharply, setBackground } from '../state/page';
import type { Commands } from '../useCommands';
import { ColorField } from './ColorField';

const PAPER = ['us-letter', 'a4', 'a8'] as const;
const TYPES = 'image/png,image/jpeg,image/gif';
const WHITE: HexColor = '#ffffff';

/** The page itself: paper, language and ground. */
export function PageFields({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const design = useEditor((state) => state.sheet.design);
  const { change } = store.getState();
  const isBadge = design.size === 'badge';
  return (
    <Stack gap="sm">
      {!isBadge && (
        <>
          <Select
            size="xs"
            label={t('editor.page.size')}
            allowDeselect={false}
            value={design.size}
            data={PAPER.map((size) => ({ value: size, label: t(`editor.size.${size}`) }))}
            onChange={(size) =>
              size && change('page', (sheet) => changePage(sheet, { size: size as DesignSize }))
            }
          />
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('editor.page.orientation')}
            value={design.orientation}
            onChange={(next) =>
              change('page', (sheet) => changePage(sheet, { orientation: next as Orientation }))
            }
            data={(['landscape', 'portrait'] as const).map((way) => ({
              value: way,
              label: t(`editor.page.${way}`),
            }))}
          />
        </>
      )}
      <Select
        size="xs"
        label={t('editor.page.language')}
        searchable
        allowDeselect={false}
        value={design.language ?? 'en'}
        data={ports.languages.map(({ value, name }) => ({ value, label: name }))}
        onChange={(language) => language && change('page', (sheet) => patchDesign(sheet, { language }))}
      />
      <ColorField
        label={t('editor.page.color')}
        value={design.background_color ?? WHITE}
        onChange={(background_color) =>
          change('background', (sheet) => patchDesign(sheet, { background_color }), 'background color')
        }
      />
      <Background design={design} commands={commands} />
    </Stack>
  );
}

function Background({ design, commands }: { design: DesignDocument; commands: Commands }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const [part, setPart] = useState<number | null>(null);
  const url = design.background ?? '';
  const picture = usePictureSize(url);
  const needed = printBox(design);
  const sharp = picture !== undefined && printsSharply(url, picture, design);

  const choose = async (next: string) => {
    const size = next === '' ? undefined : await loadPicture(next).catch(() => undefined);
    store.getState().change('background', (sheet) => setBackground(sheet, next, size));
  };
  const send = async (file: File | null) => {
    if (!file) return;
    setPart(0);
    const stored = await commands.upload(file, setPart);
    setPart(null);
    if (stored) await choose(stored);
  };
  return (
    <>
      <Group gap="xs">
        <FileButton accept={TYPES} onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={part !== null}>
              {t(url ? 'editor.page.replace' : 'editor.page.upload')}
            </Button>
          )}
        </FileButton>
        {url && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => void choose('')}>
            {t('editor.page.remove')}
          </Button>
        )}
      </Group>
      {part !== null && (
        <Progress value={part * 100} aria-label={t('editor.upload.progress')} transitionDuration={0} />
      )}
      {url && picture && !sharp && (
        <Text fz="xs" c="var(--lr-amber)">
          {t('editor.page.tooSmall', { width: needed.width, height: needed.height })}
        </Text>
      )}
      {SIZES[design.size].bleedMm > 0 && (
        <Switch
          size="xs"
          label={t('editor.page.bleeds')}
          checked={design.background_bleeds ?? false}
          disabled={!sharp && !design.background_bleeds}
          onChange={(event) => {
            const background_bleeds = event.currentTarget.checked;
            store.getState().change('background', (sheet) => patchDesign(sheet, { background_bleeds }));
          }}
        />
      )}
      <div className={panels.tiles}>
        {artOf('ground').map((art) => (
          <button
            key={art.url}
            type="button"
            className={panels.tile}
            aria-pressed={art.url === url}
            aria-label={t('editor.art.numbered', { group: t('editor.art.ground'), number: art.number })}
            onClick={() => void choose(art.url)}
          >
            <img src={art.url} alt="" loading="lazy" draggable={false} />
          </button>
        ))}
      </div>
    </>
  );
}

function usePictureSize(url: string): Box | undefined {
  const [known, setKnown] = useState<{ url: string; size: Box }>();
  useEffect(() => {
    let current = true;
    if (url === '') return;
    loadPicture(url).then(
      (size) => current && setKnown({ url, size }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [url]);
  return known?.url === url ? known.size : undefined;
}
